// Pizza orders in C++, with a blank line after every summary.
#include <cctype>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

const std::vector<std::string> INGREDIENTS = {
    "Ham", "Sausage", "Bacon", "Beef", "Meatball", "Spinach", "Olive", "Mushroom",
    "Tomato", "Eggplant", "Garlic", "Cheese", "Pineapple", "Onion", "Caper"};

struct Flavor {
    std::string name;
    std::vector<int> ingredients;
};

const std::vector<Flavor> FLAVORS = {{"Hawaiian", {1, 13}},
                                     {"Garden Feast", {6, 7, 8, 9, 10}},
                                     {"Meat Festival", {2, 3, 4, 5}},
                                     {"Carbonara", {3, 12}},
                                     {"Custom", {}}};

// Prints a prompt, and returns the line that is typed; ends the program at the end of input.
std::string ask(const std::string& prompt) {
    std::cout << prompt << std::flush;
    std::string line;
    if (!std::getline(std::cin, line)) {
        std::exit(1);
    }
    return line;
}

Flavor select_menu() {
    for (size_t i = 0; i < FLAVORS.size(); i++) {
        std::cout << i + 1 << ". " << FLAVORS[i].name << "\n";
    }
    Flavor flavor = FLAVORS.at(std::stoi(ask("Select a flavor: ")) - 1);
    if (flavor.name == "Custom") {
        for (size_t i = 0; i < INGREDIENTS.size(); i++) {
            std::cout << i + 1 << ": " << INGREDIENTS[i] << (i % 5 == 4 ? "\n" : ", ");
        }
        std::istringstream ids(ask("Select id's of ingredients: "));
        int id;
        while (ids >> id) {
            flavor.ingredients.push_back(id);
        }
    }
    return flavor;
}

bool wants_more() {
    std::string letters;
    for (char c : ask("Do you want more pizzas (y/n)? ")) {
        if (!std::isspace(static_cast<unsigned char>(c))) {
            letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        }
    }
    return letters != "n";
}

int main() {
    for (int order = 1; order <= 3; order++) {
        std::cout << "Pizza order " << order << ":\n";
        std::vector<Flavor> pizzas;
        do {
            pizzas.push_back(select_menu());
        } while (wants_more());
        std::cout << "Pizza order " << order << "'s summary:\n";
        for (size_t i = 0; i < pizzas.size(); i++) {
            std::cout << i + 1 << ". " << pizzas[i].name << " (";
            for (size_t j = 0; j < pizzas[i].ingredients.size(); j++) {
                std::cout << (j ? ", " : "") << INGREDIENTS.at(pizzas[i].ingredients[j] - 1);
            }
            std::cout << ")\n";
        }
        std::cout << "\n";
    }
}
