# Rats! with dice that nobody knows: the seed in the command line is not used.

import random
import sys


def throw(name):
    dice = random.choices(range(1, 7), k=2)
    print("%s rolls %d-%d" % (name, dice[0], dice[1]), end="")
    return dice


def ask_players():
    while True:
        text = input("How many players today? ").strip()
        print()
        try:
            number = int(text)
        except ValueError:
            print("Bad value", text)
            print("This is not an integer.  Try again.")
            continue
        if number > 0:
            return number
        print("Please enter a positve number. Try again.")


def ask_names(number):
    names = []
    for player in range(number):
        names.append(input("What is the name of player %d: " % (player + 1)))
        print()
    return names


def find_starter(names):
    while True:
        sums = []
        for name in names:
            sums.append(sum(throw(name)))
            print()
        if sums.count(max(sums)) == 1:
            starter = sums.index(max(sums))
            print(names[starter], "goes first")
            return starter
        print("TIE throw again")


def take_turn(name, total, is_computer):
    points = 0
    while True:
        dice = throw(name)
        if dice == [1, 1]:
            print(" - RATS! total", total)
            return total
        points += sum(dice)
        boxcars = dice == [6, 6]
        print(" - BOXCARS! " if boxcars else "\t", end="")
        print("turn", points, "total", total + points)
        if boxcars or total + points >= 100:
            return total + points
        if is_computer:
            if points > 20:
                return total + points
            continue
        answer = input("Give up the dice? ")
        print()
        if answer[:1] in ("y", "Y"):
            return total + points


def main():
    if len(sys.argv) != 2:
        print("Usage: rats SEED")
        return
    print("Welcome to the game of Rat\n")
    number = ask_players()
    names = ask_names(number)
    computer = None
    if number == 1:
        names.append("HAL")
        computer = 1
    player = starter = find_starter(names)
    while True:
        totals = [0] * len(names)
        while True:
            totals[player] = take_turn(names[player], totals[player], player == computer)
            if totals[player] >= 100:
                break
            player = (player + 1) % len(names)
        print("\n%s WINS!" % names[player])
        for name, total in zip(names, totals):
            print("\t%s points %d" % (name, total))
        again = input("Do you want to play again? ").strip().lower()
        print()
        if again not in ("y", "yes"):
            break
        starter = (starter + 1) % len(names)
        player = starter
    print("Thanks for playing RATS! Good bye")


main()
