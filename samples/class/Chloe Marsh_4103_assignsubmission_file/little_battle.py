"""Little Battle: a turn-based strategy game for two players.

Usage: python3 little_battle.py <filepath>
"""
import sys

# Labels of the configuration file, in the required order.
LABELS = ["Frame", "Water", "Wood", "Food", "Gold"]
MIN_SIZE = 5
MAX_SIZE = 7
FIRST_YEAR = 617

# The order in which the categories of armies are listed.
ARMY_ORDER = ["S", "A", "K", "T"]
ARMY_NAMES = {
  "S": "Spearman",
  "A": "Archer",
  "K": "Knight",
  "T": "Scout",
}
MAX_STEPS = {
  "S": 1,
  "A": 1,
  "K": 1,
  "T": 2,
}
PRICES = {
  "S": {"W": 1, "F": 1, "G": 0},
  "A": {"W": 1, "F": 0, "G": 1},
  "K": {"W": 0, "F": 1, "G": 1},
  "T": {"W": 1, "F": 1, "G": 1},
}
RESOURCE_NAMES = {
  "W": "Wood",
  "F": "Food",
  "G": "Gold",
}
# (winner, loser) of every fight between different types.
COUNTERS = [
  ("S", "K"),
  ("K", "A"),
  ("A", "S"),
  ("S", "T"),
  ("K", "T"),
  ("A", "T"),
]


class Army:
  """One unit of a player."""

  def __init__(self, kind, player, position):
    self.kind = kind
    self.player = player
    self.position = position
    self.moved = False

  def name(self):
    """Return the full name of this type of army."""
    return ARMY_NAMES[self.kind]


class Game:
  """The state of one game."""

  def __init__(self, width, height, waters, woods, foods, golds):
    self.width = width
    self.height = height
    self.waters = waters
    self.resources = {}
    for position in woods:
      self.resources[position] = "W"
    for position in foods:
      self.resources[position] = "F"
    for position in golds:
      self.resources[position] = "G"
    # The armies of both players in the order of recruitment time.
    self.armies = []
    self.assets = {
      1: {"W": 2, "F": 2, "G": 2},
      2: {"W": 2, "F": 2, "G": 2},
    }
    self.year = FIRST_YEAR
    self.over = False


# ----- positions -----

def home_position(player, width, height):
  """Return the position of the home base of the player."""
  if player == 1:
    return (1, 1)
  return (width - 2, height - 2)


def surrounding(position):
  """Return the four positions next to the position."""
  x, y = position
  return [(x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)]


def own_home(game, player):
  """Return the home base of the player."""
  return home_position(player, game.width, game.height)


def enemy_home(game, player):
  """Return the home base of the other player."""
  return home_position(3 - player, game.width, game.height)


def army_at(game, position):
  """Return the army on the position or None."""
  for army in game.armies:
    if army.position == position:
      return army
  return None


def enemy_at(game, player, position):
  """Return the army of the other player on the position or None."""
  army = army_at(game, position)
  if army is None:
    return None
  if army.player == player:
    return None
  return army


def is_number(text):
  """Tell whether the text is made of digits only."""
  return text.isascii() and text.isdigit()


def parse_numbers(text, count):
  """Return the list of count integers in the text, None if it is invalid."""
  parts = text.split()
  if len(parts) != count:
    return None
  for part in parts:
    if not is_number(part):
      return None
  return [int(part) for part in parts]


# ----- configuration file -----

def read_lines(filepath):
  """Return the lines of the file (raises FileNotFoundError)."""
  with open(filepath) as config:
    return config.read().rstrip("\n").split("\n")


def check_labels(lines):
  """Check that there are five lines with the required labels."""
  message = "Invalid Configuration File: format error!"
  if len(lines) != len(LABELS):
    raise SyntaxError(message)
  for line, label in zip(lines, LABELS):
    if not line.startswith(label + ": "):
      raise SyntaxError(message)


def parse_frame(text):
  """Return width and height of the frame."""
  sizes = text.split("x")
  if len(sizes) != 2 or not is_number(sizes[0]) or not is_number(sizes[1]):
    raise SyntaxError(
      "Invalid Configuration File: frame should be in format widthxheight!")
  width = int(sizes[0])
  height = int(sizes[1])
  for size in (width, height):
    if size < MIN_SIZE or size > MAX_SIZE:
      raise ArithmeticError(
        "Invalid Configuration File: "
        "width and height should range from 5 to 7!")
  return width, height


def check_integers(values):
  """Check that all lines contain integers only."""
  for label in LABELS[1:]:
    for value in values[label]:
      if not is_number(value):
        raise ValueError(
          "Invalid Configuration File: "
          "{} contains non integer characters!".format(label))


def check_even(values):
  """Check that all lines have an even number of elements."""
  for label in LABELS[1:]:
    if len(values[label]) % 2 != 0:
      raise SyntaxError(
        "Invalid Configuration File: "
        "{} has an odd number of elements!".format(label))


def to_positions(elements):
  """Return the list of (x, y) of a list of numbers as text."""
  positions = []
  for index in range(0, len(elements), 2):
    x = int(elements[index])
    y = int(elements[index + 1])
    positions.append((x, y))
  return positions


def check_in_map(positions, width, height):
  """Check that no position is out of the map."""
  for label in LABELS[1:]:
    for x, y in positions[label]:
      if x >= width or y >= height:
        raise ArithmeticError(
          "Invalid Configuration File: "
          "{} contains a position that is out of map.".format(label))


def check_homes(positions, width, height):
  """Check that home bases and the positions next to them are free."""
  reserved = []
  for player in (1, 2):
    home = home_position(player, width, height)
    reserved.append(home)
    reserved.extend(surrounding(home))
  for label in LABELS[1:]:
    for position in positions[label]:
      if position in reserved:
        raise ValueError(
          "Invalid Configuration File: The positions of home bases or "
          "the positions next to the home bases are occupied!")


def check_duplicates(positions):
  """Check that no position appears twice in the file."""
  seen = []
  for label in LABELS[1:]:
    for position in positions[label]:
      if position in seen:
        raise SyntaxError(
          "Invalid Configuration File: "
          "Duplicate position {}!".format(position))
      seen.append(position)


def load_config_file(filepath):
  """Return width, height, waters, woods, foods and golds of the file."""
  lines = read_lines(filepath)
  check_labels(lines)
  texts = {}
  for line, label in zip(lines, LABELS):
    texts[label] = line[len(label) + 2:]
  width, height = parse_frame(texts["Frame"])
  values = {}
  for label in LABELS[1:]:
    values[label] = texts[label].split()
  check_integers(values)
  check_even(values)
  positions = {}
  for label in LABELS[1:]:
    positions[label] = to_positions(values[label])
  check_in_map(positions, width, height)
  check_homes(positions, width, height)
  check_duplicates(positions)
  waters = positions["Water"]
  woods = positions["Wood"]
  foods = positions["Food"]
  golds = positions["Gold"]
  return width, height, waters, woods, foods, golds


# ----- display -----

def cell_text(game, position):
  """Return the two characters of a cell of the map."""
  army = army_at(game, position)
  if army is not None:
    return army.kind + str(army.player)
  if position == home_position(1, game.width, game.height):
    return "H1"
  if position == home_position(2, game.width, game.height):
    return "H2"
  if position in game.waters:
    return "~~"
  if position in game.resources:
    return game.resources[position] * 2
  return "  "


def display_map(game):
  """Print the battlefield."""
  width = game.width
  height = game.height
  columns = ["{:02d}".format(x) for x in range(width)]
  rule = " Y+" + "-" * (3 * width - 1) + "+"
  print("Please check the battlefield, commander.")
  print("  X" + " ".join(columns) + "X")
  print(rule)
  for y in range(height):
    row = "{:02d}|".format(y)
    for x in range(width):
      row += cell_text(game, (x, y)) + "|"
    print(row)
  print(rule)


def print_prices():
  """Print the price list."""
  print("Recruit prices:")
  print("  Spearman (S) - 1W, 1F")
  print("  Archer (A) - 1W, 1G")
  print("  Knight (K) - 1F, 1G")
  print("  Scout (T) - 1W, 1F, 1G")


def print_assets(game, player):
  """Print the resources of the player."""
  asset = game.assets[player]
  print("[Your Asset: Wood - {} Food - {} Gold - {}]".format(
    asset["W"], asset["F"], asset["G"]))


def print_start(game, filepath):
  """Print everything that comes before the first turn."""
  print("Configuration file {} was loaded.".format(filepath))
  print("Game Started: Little Battle! (enter QUIT to quit the game)")
  print()
  display_map(game)
  print("(enter DIS to display the map)")
  print()
  print_prices()
  print("(enter PRIS to display the price list)")
  print()


def handle_command(game, answer):
  """Obey QUIT, DIS or PRIS; tell whether the answer was one of them."""
  if answer == "QUIT":
    sys.exit(0)
  if answer == "DIS":
    display_map(game)
    return True
  if answer == "PRIS":
    print_prices()
    return True
  return False


# ----- stage Recruit Armies -----

def can_afford(game, player, kind):
  """Tell whether the player has the resources for this type of army."""
  for resource, amount in PRICES[kind].items():
    if game.assets[player][resource] < amount:
      return False
  return True


def can_afford_any(game, player):
  """Tell whether the player has the resources for any army."""
  for kind in ARMY_ORDER:
    if can_afford(game, player, kind):
      return True
  return False


def free_places(game, player):
  """Return the unoccupied positions next to the player's home base."""
  places = []
  for place in surrounding(own_home(game, player)):
    if army_at(game, place) is None:
      places.append(place)
  return places


def ask_kind(game, player):
  """Ask for the type of army to recruit; None if the stage is ended."""
  while True:
    print()
    print("Which type of army to recruit, (enter) 'S', 'A', 'K', or 'T'? "
          "Enter 'NO' to end this stage.")
    answer = input()
    if handle_command(game, answer):
      continue
    if answer == "NO":
      return None
    if answer not in ARMY_NAMES:
      print("Sorry, invalid input. Try again.")
      continue
    if not can_afford(game, player, answer):
      print("Insufficient resources. Try again.")
      continue
    return answer


def ask_place(game, player, kind):
  """Ask where to place the new army."""
  while True:
    print()
    print("You want to recruit a {}. Enter two integers as format 'x y' "
          "to place your army.".format(ARMY_NAMES[kind]))
    answer = input()
    if handle_command(game, answer):
      continue
    numbers = parse_numbers(answer, 2)
    if numbers is None:
      print("Sorry, invalid input. Try again.")
      continue
    place = (numbers[0], numbers[1])
    if place not in free_places(game, player):
      print("You must place your newly recruited unit in an unoccupied "
            "position next to your home base. Try again.")
      continue
    return place


def recruit(game, player, kind, place):
  """Pay for a new army and place it."""
  for resource, amount in PRICES[kind].items():
    game.assets[player][resource] -= amount
  game.armies.append(Army(kind, player, place))
  print()
  print("You has recruited a {}.".format(ARMY_NAMES[kind]))
  print()


def recruit_stage(game, player):
  """Let the player recruit armies."""
  print("+++Player {}'s Stage: Recruit Armies+++".format(player))
  print()
  while True:
    print_assets(game, player)
    if not can_afford_any(game, player):
      print("No resources to recruit any armies.")
      return
    if len(free_places(game, player)) == 0:
      print("No place to recruit new armies.")
      return
    kind = ask_kind(game, player)
    if kind is None:
      return
    place = ask_place(game, player, kind)
    recruit(game, player, kind, place)


# ----- stage Move Armies -----

def armies_to_move(game, player):
  """Return the armies of the player that have not moved in this stage."""
  armies = []
  for army in game.armies:
    if army.player == player and not army.moved:
      armies.append(army)
  return armies


def print_armies_to_move(game, player):
  """Print the positions of the armies that have not moved."""
  print("Armies to Move:")
  for kind in ARMY_ORDER:
    positions = []
    for army in armies_to_move(game, player):
      if army.kind == kind:
        positions.append(str(army.position))
    if len(positions) > 0:
      print("  {}: {}".format(ARMY_NAMES[kind], ", ".join(positions)))
  print()


def is_valid_move(game, player, start, target):
  """Tell whether the player may move from start to target."""
  army = army_at(game, start)
  if army is None:
    return False
  if army.player != player:
    return False
  if army.moved:
    return False
  x, y = target
  if x >= game.width or y >= game.height:
    return False
  if target == own_home(game, player):
    return False
  other = army_at(game, target)
  if other is not None and other.player == player:
    return False
  distance_x = abs(target[0] - start[0])
  distance_y = abs(target[1] - start[1])
  if distance_x != 0 and distance_y != 0:
    return False
  steps = distance_x + distance_y
  return 1 <= steps <= MAX_STEPS[army.kind]


def path_to(start, target):
  """Return the cells after start up to target on a straight line."""
  steps = max(abs(target[0] - start[0]), abs(target[1] - start[1]))
  step_x = (target[0] - start[0]) // steps
  step_y = (target[1] - start[1]) // steps
  path = []
  for step in range(1, steps + 1):
    path.append((start[0] + step * step_x, start[1] + step * step_y))
  return path


def lose(game, army):
  """Remove the army that was lost."""
  game.armies.remove(army)
  print("We lost the army {} due to your command!".format(army.name()))


def fight(game, army, enemy):
  """Fight against the enemy; tell whether the army has won."""
  if army.kind == enemy.kind:
    game.armies.remove(army)
    game.armies.remove(enemy)
    print("We destroyed the enemy {} with massive loss!".format(enemy.name()))
    return False
  if (army.kind, enemy.kind) in COUNTERS:
    game.armies.remove(enemy)
    print("Great! We defeated the enemy {}!".format(enemy.name()))
    return True
  lose(game, army)
  return False


def collect(game, player, place):
  """Collect the resource on the place."""
  resource = game.resources[place]
  del game.resources[place]
  game.assets[player][resource] += 2
  print("Good. We collected 2 {}.".format(RESOURCE_NAMES[resource]))


def capture(game, army):
  """End the game with the victory of the army's commander."""
  print("The army {} captured the enemy's capital.".format(army.name()))
  print()
  print("What's your name, commander?")
  name = input()
  print()
  print("***Congratulations! Emperor {} unified the country in {}.***".format(
    name, game.year))
  game.over = True


def step_to(game, army, place):
  """Move the army one step; tell whether it can go on."""
  if place in game.waters:
    lose(game, army)
    return False
  if place == enemy_home(game, army.player):
    capture(game, army)
    return False
  enemy = enemy_at(game, army.player, place)
  if enemy is not None:
    if not fight(game, army, enemy):
      return False
  if place in game.resources:
    collect(game, army.player, place)
  army.position = place
  return True


def make_move(game, army, target):
  """Move the army to the target, as far as it comes."""
  start = army.position
  print()
  print("You have moved {} from {} to {}.".format(army.name(), start, target))
  army.moved = True
  for place in path_to(start, target):
    if not step_to(game, army, place):
      return


def move_stage(game, player):
  """Let the player move armies."""
  print()
  print("===Player {}'s Stage: Move Armies===".format(player))
  for army in game.armies:
    army.moved = False
  while not game.over:
    print()
    if len(armies_to_move(game, player)) == 0:
      print("No Army to Move: next turn.")
      print()
      return
    print_armies_to_move(game, player)
    print("Enter four integers as a format 'x0 y0 x1 y1' to represent move "
          "unit from (x0, y0) to (x1, y1) or 'NO' to end this turn.")
    answer = input()
    if handle_command(game, answer):
      continue
    if answer == "NO":
      print()
      return
    numbers = parse_numbers(answer, 4)
    if numbers is None:
      print("Invalid move. Try again.")
      continue
    start = (numbers[0], numbers[1])
    target = (numbers[2], numbers[3])
    if not is_valid_move(game, player, start, target):
      print("Invalid move. Try again.")
      continue
    make_move(game, army_at(game, start), target)


# ----- the game -----

def play_turn(game, player):
  """Play one turn of the player."""
  print("-Year {}-".format(game.year))
  print()
  recruit_stage(game, player)
  move_stage(game, player)


def play(game):
  """Play until a player has won."""
  while True:
    for player in (1, 2):
      play_turn(game, player)
      if game.over:
        return
    game.year += 1


def main():
  """Load the configuration file and play."""
  if len(sys.argv) != 2:
    print("Usage: python3 little_battle.py <filepath>")
    return
  filepath = sys.argv[1]
  width, height, waters, woods, foods, golds = load_config_file(filepath)
  game = Game(width, height, waters, woods, foods, golds)
  print_start(game, filepath)
  play(game)


if __name__ == "__main__":
  main()
