import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** A client places three orders of one or more pizzas each. */
public class PizzaOrders {
    static final String[] INGREDIENTS = {
        "Ham", "Sausage", "Bacon", "Beef", "Meatball", "Spinach", "Olive", "Mushroom", "Tomato", "Eggplant",
        "Garlic", "Cheese", "Pineapple", "Onion", "Caper",
    };
    static final String[] FLAVORS = {"Hawaiian", "Garden Feast", "Meat Festival", "Carbonara", "Custom"};
    static final int[][] RECIPES = {{1, 13}, {6, 7, 8, 9, 10}, {2, 3, 4, 5}, {3, 12}};

    public static void main(String[] args) {
        Scanner typed = new Scanner(System.in);
        for (int order = 1; order <= 3; order++) {
            System.out.println("Pizza order " + order + ":");
            List<String> pizzas = new ArrayList<>();
            do {
                pizzas.add(pizza(typed));
                System.out.print("Do you want more pizzas (y/n)? ");
            } while (!typed.nextLine().strip().equalsIgnoreCase("n"));
            System.out.println("Pizza order " + order + "'s summary:");
            for (int number = 1; number <= pizzas.size(); number++) {
                System.out.println(number + ". " + pizzas.get(number - 1));
            }
        }
    }

    /** Asks for a flavor, and for the ingredients of a custom pizza. */
    static String pizza(Scanner typed) {
        for (int number = 1; number <= FLAVORS.length; number++) {
            System.out.println(number + ". " + FLAVORS[number - 1]);
        }
        System.out.print("Select a flavor: ");
        int flavor = Integer.parseInt(typed.nextLine().strip());
        List<String> names = new ArrayList<>();
        if (flavor < FLAVORS.length) {
            for (int id : RECIPES[flavor - 1]) {
                names.add(INGREDIENTS[id - 1]);
            }
        } else {
            for (int first = 1; first <= INGREDIENTS.length; first += 5) {
                List<String> line = new ArrayList<>();
                for (int id = first; id < first + 5; id++) {
                    line.add(id + ": " + INGREDIENTS[id - 1]);
                }
                System.out.println(String.join(", ", line));
            }
            System.out.print("Select id's of ingredients: ");
            for (String id : typed.nextLine().strip().split("\\s+")) {
                if (!id.isEmpty()) {
                    names.add(INGREDIENTS[Integer.parseInt(id) - 1]);
                }
            }
        }
        return FLAVORS[flavor - 1] + " (" + String.join(", ", names) + ")";
    }
}
