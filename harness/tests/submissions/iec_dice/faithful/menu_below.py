# A name that is asked below rules with numbers, the computer's rolls in digits below a heading, a question that offers nothing to type, a menu
# whose choice is asked for on a line of its own, and a count of the games that were won.
import random

ROWS = [("     ", "  x  ", "     "), ("x    ", "     ", "    x"), ("x    ", "  x  ", "    x"),
        ("x   x", "     ", "x   x"), ("x   x", "  x  ", "x   x"), ("x   x", "x   x", "x   x")]


def throw(count):
    return [random.randint(1, 6) for _ in range(count)]


def show(red, whites):
    signs = ["o", "*", "*"]
    print("   ".join(["---------"] * 3))
    for row in range(3):
        print("   ".join("| " + ROWS[face - 1][row].replace("x", sign) + " |"
                         for face, sign in zip([red] + whites, signs)))
    print("   ".join(["---------"] * 3))
    print("    RED       WHITE       WHITE")


def computers_turn():
    score = 0
    print("\n--- Computer's turn ---")
    for number in range(1, 4):
        one, other = throw(2)
        score += one + other
        print(f"Roll {number}: [{one}] [?]")
    return score


def players_turn():
    total = 0
    while True:
        red, *whites = throw(3)
        show(red, whites)
        if red == 1 and 1 not in whites:
            print("Red one: everything is lost.")
            return 0
        points = sum(whites) * (1 + whites.count(red))
        total += points
        print("Score of this roll:", points)
        print("Total score:", total)
        if not input("Roll again? ").lower().startswith("y"):
            return total


def main():
    won = lost = 0
    print("Rules: the computer rolls 2 white dice 3 times and shows 1 of them each time.")
    print("You roll 3 dice; the score is doubled if the red one is like 1 of the others.\n")
    name = input("What is your name? ")
    while True:
        computers = computers_turn()
        print(f"\n--- {name}'s turn ---")
        own = players_turn()
        print("\nYour final score:", own)
        print("Computer's score:", computers)
        if own == computers:
            print("It's a tie!")
        elif own > computers:
            won += 1
            print("You win!")
        else:
            lost += 1
            print("The computer wins!")
        print(f"So far you won {won} and lost {lost} games.")
        print("1. New game\n2. Quit")
        if input("Enter your choice (1-2): ") != "1":
            break
    print("Good bye!")


main()
