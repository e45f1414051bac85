/* Pizza orders, as a first-year student writes them in C: no function but main, and no output is flushed. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *ingredients[] = {"Ham", "Sausage", "Bacon", "Beef", "Meatball", "Spinach", "Olive", "Mushroom",
                             "Tomato", "Eggplant", "Garlic", "Cheese", "Pineapple", "Onion", "Caper"};
const char *flavors[] = {"Hawaiian", "Garden Feast", "Meat Festival", "Carbonara", "Custom"};
const int presets[4][6] = {{1, 13}, {6, 7, 8, 9, 10}, {2, 3, 4, 5}, {3, 12}};

int main(void) {
    for (int order = 1; order <= 3; order++) {
        int flavor[50], ids[50][20], count[50], pizzas = 0, choice;
        char line[200], answer[20];
        printf("Pizza order %d:\n", order);
        do {
            for (int i = 0; i < 5; i++) printf("%d. %s\n", i + 1, flavors[i]);
            printf("Select a flavor: ");
            if (scanf("%d", &choice) != 1) return 0;
            flavor[pizzas] = choice - 1;
            count[pizzas] = 0;
            if (choice == 5) {
                for (int i = 0; i < 15; i++)
                    printf("%d: %s%s", i + 1, ingredients[i], i % 5 == 4 ? "\n" : ", ");
                printf("Select id's of ingredients: ");
                scanf("\n");
                fgets(line, sizeof line, stdin);
                for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n"))
                    ids[pizzas][count[pizzas]++] = atoi(word);
            } else {
                for (int i = 0; i < 6 && presets[choice - 1][i]; i++)
                    ids[pizzas][count[pizzas]++] = presets[choice - 1][i];
            }
            pizzas++;
            printf("Do you want more pizzas (y/n)? ");
            scanf(" %19s", answer);
        } while (tolower(answer[0]) != 'n');
        printf("Pizza order %d's summary:\n", order);
        for (int i = 0; i < pizzas; i++) {
            printf("%d. %s (", i + 1, flavors[flavor[i]]);
            for (int k = 0; k < count[i]; k++) printf("%s%s", k ? ", " : "", ingredients[ids[i][k] - 1]);
            printf(")\n");
        }
    }
    return 0;
}
