# Battle of the Sexes (B.O.T.S), played as the assignment says, with the starter kit's tables.
#
# File name : faithful.py
# Members   : Pepper, Tony

import random

import psphelper

CATEGORIES = ["1S", "2S", "3S", "4S", "Trio", "Quartet", "Band", "Doremi", "Orchestra"]
PLAYERS = ["Player 1", "Player 2"]
DICE = 5
FACES = 4
ROLLS = 3


def category_score(category, dice):
    """Returns what the dice score in a category."""
    counts = sorted(dice.count(face) for face in range(1, FACES + 1))
    if category in ("1S", "2S", "3S", "4S"):
        face = int(category[0])
        return face * dice.count(face)
    if category == "Trio":
        return sum(dice) if counts[-1] >= 3 else 0
    if category == "Quartet":
        return sum(dice) if counts[-1] >= 4 else 0
    if category == "Band":
        return 30 if counts[-2:] == [2, 3] else 0
    if category == "Doremi":
        return 20 if all(count > 0 for count in counts) else 0
    return 40 if counts[-1] == DICE else 0


def total(scores):
    """Returns the sum of the categories that have been used."""
    return sum(score for score in scores.values() if score is not None)


def show_scores(board):
    """Shows the title, the scoreboard and the totals."""
    psphelper.ClearScreen()
    print(" Battle of the Sexes (B.O.T.S) ".center(80, "="))
    rows = [[scores[category] for category in CATEGORIES] for scores in board]
    psphelper.ShowTableByList("Scoreboard", PLAYERS, CATEGORIES, rows)
    for player, scores in zip(PLAYERS, board):
        print(player + ":", total(scores))
    print()


def roll_die():
    return random.randint(1, FACES)


def show_category_scores(dice):
    row = [category_score(category, dice) for category in CATEGORIES]
    psphelper.ShowTableByList("Category Scores", None, CATEGORIES, [row])


def show_roll(number, dice):
    print("\nRoll #" + str(number), ":", dice)
    print()
    show_category_scores(dice)


def show_options():
    print("Input Options:")
    print("  SAVE           :- Accept these dice.")
    print("  ROLL           :- Re-roll ALL dice.")
    print("  ROLL d1 ... dn :- Re-roll specified dice only.")
    print()


def numbers_between(words, lowest, highest):
    """Returns the words as numbers, or None if one of them is not in the range."""
    if all(word.isdigit() and lowest <= int(word) <= highest for word in words):
        return [int(word) for word in words]
    return None


def parse_command(line):
    """Returns the command and its numbers, or None if the input is invalid."""
    words = line.split()
    if not words:
        return None
    command, rest = words[0].upper(), words[1:]
    if command == "SAVE" and not rest:
        return command, []
    if command == "ROLL":
        numbers = numbers_between(rest, 1, DICE)
        if numbers is not None:
            return command, numbers or list(range(1, DICE + 1))
    if command == "CHEAT" and len(rest) == DICE:
        numbers = numbers_between(rest, 1, FACES)
        if numbers is not None:
            return command, numbers
    return None


def ask_command():
    while True:
        command = parse_command(input("Input > "))
        if command is not None:
            return command
        print("ERROR: Invalid input.")


def choose_dice():
    """Lets the player roll; returns the final dice."""
    dice = [roll_die() for _ in range(DICE)]
    show_roll(1, dice)
    for number in range(2, ROLLS + 1):
        show_options()
        command, numbers = ask_command()
        if command == "SAVE":
            break
        if command == "CHEAT":
            dice = numbers
            show_category_scores(dice)
            break
        for position in set(numbers):
            dice[position - 1] = roll_die()
        show_roll(number, dice)
    return dice


def choose_category(scores):
    """Asks for a category that the player has not used."""
    names = {category.lower(): category for category in CATEGORIES}
    while True:
        answer = input("Enter your desired category: ")
        category = names.get(answer.lower())
        if category is None:
            print("ERROR: Category '" + answer + "' does not exist.")
        elif scores[category] is not None:
            print("ERROR: Category '" + answer + "' has been used.")
        else:
            return category


def take_turn(player, board):
    show_scores(board)
    print(PLAYERS[player])
    print("=" * len(PLAYERS[player]))
    input("Press ENTER to roll dice.")
    dice = choose_dice()
    category = choose_category(board[player])
    board[player][category] = category_score(category, dice)


def show_result(board):
    show_scores(board)
    first, second = total(board[0]), total(board[1])
    if first == second:
        print("It's a tie.")
    else:
        print(PLAYERS[0 if first > second else 1], "wins!")


def main():
    board = [dict.fromkeys(CATEGORIES) for _ in PLAYERS]
    for _ in CATEGORIES:
        for player in range(len(PLAYERS)):
            take_turn(player, board)
    show_result(board)


main()
