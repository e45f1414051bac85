"""Pizza orders: a client places three orders of one or more pizzas each."""


class Pizza:
    """One pizza: its flavor and the ids of its ingredients."""
    ingredients = {
        1: 'Ham', 2: 'Sausage', 3: 'Bacon', 4: 'Beef', 5: 'Meatball',
        6: 'Spinach', 7: 'Olive', 8: 'Mushroom', 9: 'Tomato', 10: 'Eggplant',
        11: 'Garlic', 12: 'Cheese', 13: 'Pineapple', 14: 'Onion', 15: 'Caper',
    }
    flavors = {
        'Hawaiian': [1, 13],
        'Garden Feast': [6, 7, 8, 9, 10],
        'Meat Festival': [2, 3, 4, 5],
        'Carbonara': [3, 12],
        'Custom': [],
    }

    def __init__(self, flavor, custom_ingreds=None):
        self.flavor = flavor
        if flavor == 'Custom':
            self.ingreds = custom_ingreds
        else:
            self.ingreds = Pizza.flavors[flavor]

    def __str__(self):
        names = [Pizza.ingredients[ingred] for ingred in self.ingreds]
        return f"{self.flavor} ({', '.join(names)})"


class PizzaOrder:
    """One order: its number and its pizzas."""
    total_orders = 0

    def __init__(self):
        PizzaOrder.total_orders += 1
        self.order = PizzaOrder.total_orders
        self.pizza_list = []
        print(f'Pizza order {self.order}:')
        while True:
            flavor, custom_ingreds = PizzaOrder.select_menu()
            self.pizza_list.append(Pizza(flavor, custom_ingreds))
            answer = input('Do you want more pizzas (y/n)? ')
            if answer.strip().lower() == 'n':
                break

    @staticmethod
    def select_menu():
        """Asks for a flavor, and returns it with the ids of a custom pizza, or None."""
        flavors = list(Pizza.flavors)
        for number, flavor in enumerate(flavors, 1):
            print(f'{number}. {flavor}')
        choice = int(input('Select a flavor: '))
        if choice < 5:
            return flavors[choice - 1], None
        for first in range(1, 16, 5):
            print(', '.join(f'{i}: {Pizza.ingredients[i]}' for i in range(first, first + 5)))
        answer = input("Select id's of ingredients: ")
        custom_ingreds = []
        for word in answer.split():
            custom_ingreds.append(int(word))
        return 'Custom', custom_ingreds

    def __str__(self):
        lines = [f"Pizza order {self.order}'s summary:"]
        for number, pizza in enumerate(self.pizza_list, 1):
            lines.append(f'{number}. {pizza}')
        return '\n'.join(lines)


if __name__ == '__main__':
    PizzaOrder.total_orders = 0
    for i in range(3):  # placing 3 pizza orders
        po = PizzaOrder()
        print(po)
