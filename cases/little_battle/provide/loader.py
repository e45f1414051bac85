"""The loader of Little Battle against which students' own unit tests are run.

What can be bent stands in capitals; its default is what the text says. BENDS names the ways in which a test must see a
loader be wrong, and what then stands in these places. A name that is a bend of the reference, too, means the same there.
READINGS names what the text leaves open: a loader that is changed so is right, too.
"""

import re

LABELS = ["Frame", "Water", "Wood", "Food", "Gold"]
PREFIX = "Invalid Configuration File: "


def load_config_file(filepath):
  """Returns width, height, waters, woods, foods, golds."""
  try:
    with open(filepath) as file:
      text = file.read()
  except FileNotFoundError:
    if MISSING_FILE == "raised":
      raise
    return None
  frame, *layers = CONTENTS(text)
  size = SIZE(frame)
  if not all(side in SIDES for side in size):
    raise ArithmeticError(PREFIX + "width and height should range from 5 to 7!")
  layers = [line.split() for line in layers]
  for check in CHECKS:
    for index in range(len(layers)):
      check(index, layers, size)
  if VALID_FILE == "refused":
    raise SyntaxError(PREFIX + "format error!")
  return (*size, *(positions(words) for words in layers))


def contents(text):
  """Returns what follows the five labels."""
  lines = text.splitlines()
  while lines and not lines[-1].strip():
    lines.pop()
  labelled = zip(lines, LABELS)
  if len(lines) != len(LABELS) or not all((line + " ").startswith(label + ": ") for line, label in labelled):
    raise SyntaxError(PREFIX + "format error!")
  return [line.partition(":")[2].strip() for line in lines]


def contents_in_any_format(text):
  """Returns what follows each label wherever it stands, spelled in whatever way; what is not there has a default."""
  found = {"Frame": "5x5"}
  for line in text.splitlines():
    label, _, rest = line.replace(":", " ", 1).strip().partition(" ")
    found[label.capitalize()] = rest.strip()
  return [found.get(label, "") for label in LABELS]


def size(frame):
  """Returns width and height."""
  match = re.fullmatch(f"({INTEGER})x({INTEGER})", frame)
  if match is None:
    raise SyntaxError(PREFIX + "frame should be in format widthxheight!")
  return int(match[1]), int(match[2])


def size_in_any_format(frame):
  """Returns width and height; of another format the numbers that may be a side, and 5 for each that is missing."""
  if re.fullmatch(f"({INTEGER})x({INTEGER})", frame):
    return size(frame)
  sides = [int(digits) for digits in re.findall("[0-9]+", frame)]
  return tuple([side for side in sides if side in SIDES] + [5, 5])[:2]


def is_integer(word):
  return re.fullmatch(INTEGER, word) is not None


def non_integers(index, layers, size):
  if not all(is_integer(word) for word in layers[index]):
    raise ValueError(f"{PREFIX}{LABELS[index + 1]} contains non integer characters!")


def read_up_to_the_first_non_integer(index, layers, size):
  words = layers[index]
  wrong = [place for place, word in enumerate(words) if not is_integer(word)]
  if wrong:
    layers[index] = words[:wrong[0] // 2 * 2]


def odd_lengths(index, layers, size):
  if len(layers[index]) % 2 == 1:
    raise SyntaxError(f"{PREFIX}{LABELS[index + 1]} has an odd number of elements!")


def out_of_map(index, layers, size):
  width, height = size
  if not all(0 <= x < width and 0 <= y < height for x, y in positions(layers[index])):
    raise ArithmeticError(f"{PREFIX}{LABELS[index + 1]} contains a position that is out of map.")


def homes_occupied(index, layers, size):
  if any(position in KEPT_FREE(size) for position in positions(layers[index])):
    raise ValueError(
      PREFIX + "The positions of home bases or the positions next to the home bases are occupied!")


def duplicates(index, layers, size):
  seen = [position for words in layers[:index] for position in positions(words)]
  for x, y in positions(layers[index]):
    if (x, y) in seen:
      raise SyntaxError(f"{PREFIX}Duplicate position ({x}, {y})!")
    seen.append((x, y))


def positions(words):
  """Returns the numbers in pairs; the last of an odd number has no partner."""
  numbers = [int(word) for word in words]
  return list(zip(numbers[0::2], numbers[1::2]))


def homes(size):
  return [(1, 1), (size[0] - 2, size[1] - 2)]


def neighbours(size):
  """Returns the four positions around each home base."""
  return [(x + right, y + down) for x, y in homes(size)
          for right, down in [(0, -1), (-1, 0), (1, 0), (0, 1)]]


INTEGER = "[0-9]+"
MISSING_FILE = "raised"
CONTENTS = contents
SIZE = size
SIDES = range(5, 8)
CHECKS = [non_integers, odd_lengths, out_of_map, homes_occupied, duplicates]
KEPT_FREE = lambda size: homes(size) + neighbours(size)
VALID_FILE = "loaded"


READINGS = {
  "signed-integers": {"INTEGER": "[+-]?[0-9]+"},
}


def without(check):
  return [other for other in CHECKS if other is not check]


BENDS = {
  "missing-file-unnoticed": {"MISSING_FILE": "unnoticed"},
  "format-unchecked": {"CONTENTS": contents_in_any_format},
  "frame-format-unchecked": {"SIZE": size_in_any_format},
  "frame-range-unchecked": {"SIDES": range(10 ** 12)},
  "non-integers-unchecked": {"CHECKS": [read_up_to_the_first_non_integer] + without(non_integers)},
  "odd-lengths-unchecked": {"CHECKS": without(odd_lengths)},
  "out-of-map-unchecked": {"CHECKS": without(out_of_map)},
  "homes-unchecked": {"CHECKS": without(homes_occupied)},
  "duplicates-unchecked": {"CHECKS": without(duplicates)},
  "valid-file-refused": {"VALID_FILE": "refused"},
}
