# Battle of the Sexes in one file: tables of its own, a screen cleared by an escape sequence, prompts
# that end their line before the first roll, and one more Enter at the end.

from random import choice

COLUMNS = [("1S", 4), ("2S", 4), ("3S", 4), ("4S", 4), ("Trio", 6), ("Quartet", 9), ("Band", 6),
           ("Doremi", 8), ("Orchestra", 11)]
NAMES = [name for name, width in COLUMNS]


class Hand:
    def __init__(self):
        self.dice = [0] * 5

    def roll(self, positions):
        for position in sorted(set(positions)):
            self.dice[position] = choice([1, 2, 3, 4])

    def most(self):
        return max(self.dice.count(value) for value in self.dice)

    def score(self, name):
        everything = sum(self.dice)
        if name[0].isdigit():
            return sum(value for value in self.dice if str(value) == name[0])
        rules = {
            "Trio": (self.most() >= 3, everything),
            "Quartet": (self.most() >= 4, everything),
            "Band": (len(set(self.dice)) == 2 and self.most() == 3, 30),
            "Doremi": (set(self.dice) == {1, 2, 3, 4}, 20),
            "Orchestra": (self.most() == 5, 40),
        }
        matches, points = rules[name]
        return points if matches else 0

    def print_scores(self):
        print("Category Scores")
        rule = "+" + "".join("-" * width + "+" for _, width in COLUMNS)
        print(rule)
        print("|" + "".join(name.center(width) + "|" for name, width in COLUMNS))
        print(rule)
        print("|" + "".join("%*d |" % (width - 1, self.score(name)) for name, width in COLUMNS))
        print(rule)
        print()

    def print_roll(self, number):
        print("Roll #%d : %s\n" % (number, self.dice))
        self.print_scores()


class Player:
    def __init__(self, number):
        self.name = "Player %d" % number
        self.scores = {}

    def total(self):
        return sum(self.scores.values())

    def row(self):
        cells = "".join(str(self.scores.get(name, "")).rjust(width - 1) + " |" for name, width in COLUMNS)
        return "| " + self.name + " |" + cells


def print_first_interface(players):
    print("\033[2J\033[H", end="")
    print("=" * 24 + " Battle of the Sexes (B.O.T.S) " + "=" * 25)
    print("Scoreboard")
    rule = "+----------+" + "".join("-" * width + "+" for _, width in COLUMNS)
    print(rule)
    print("|          |" + "".join(name.center(width) + "|" for name, width in COLUMNS))
    print(rule)
    for player in players:
        print(player.row())
        print(rule)
    print()
    for player in players:
        print("%s: %d" % (player.name, player.total()))
    print()


def read_command():
    """Returns a letter and a list of numbers."""
    while True:
        words = input("Input > ").lower().split()
        try:
            numbers = [int(word) for word in words[1:]]
            if words[0] == "save" and not numbers:
                return "s", []
            if words[0] == "roll" and all(1 <= number <= 5 for number in numbers):
                return "r", [number - 1 for number in numbers] or [0, 1, 2, 3, 4]
            if words[0] == "cheat" and len(numbers) == 5 and all(1 <= number <= 4 for number in numbers):
                return "c", numbers
        except (ValueError, IndexError):
            pass
        print("ERROR: Invalid input.")


def roll_dice():
    hand = Hand()
    hand.roll(range(5))
    hand.print_roll(1)
    for number in (2, 3):
        print("""Input Options:
  SAVE           :- Accept these dice.
  ROLL           :- Re-roll ALL dice.
  ROLL d1 ... dn :- Re-roll specified dice only.
""")
        command, numbers = read_command()
        if command == "s":
            return hand
        if command == "c":
            hand.dice = numbers
            hand.print_scores()
            return hand
        hand.roll(numbers)
        print()
        hand.print_roll(number)
    return hand


def read_category(player):
    while True:
        typed = input("Enter your desired category: ")
        found = [name for name in NAMES if name.lower() == typed.lower()]
        if not found:
            print("ERROR: Category '%s' does not exist." % typed)
        elif found[0] in player.scores:
            print("ERROR: Category '%s' has been used." % typed)
        else:
            return found[0]


players = [Player(1), Player(2)]
for game_round in range(9):
    for current in players:
        print_first_interface(players)
        print(current.name)
        print("========")
        print("Press ENTER to roll dice.")
        input()
        final = roll_dice()
        name = read_category(current)
        current.scores[name] = final.score(name)
print_first_interface(players)
if players[0].total() > players[1].total():
    print("Player 1 wins!")
elif players[0].total() < players[1].total():
    print("Player 2 wins!")
else:
    print("It's a tie.")
try:
    input()
except EOFError:
    pass
