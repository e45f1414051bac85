"""Makes workloads from a seed: cases as the harness reads them, and the same as plain texts for the floor and the peers."""

import random
import shutil
from dataclasses import dataclass
from pathlib import Path

SUITE = """title: Bench
reference: {command: [sh, '{suite}/reference.sh']}
limits: {output: 8000000}
rules: {prints: It prints what it should.}
marks:
  - {row: prints, title: Prints, out_of: 4, by: harness, award: share}
"""
CASE = """why: It prints what it should.
rule: prints
row: prints
visible: public
transcript: |2+
"""
# Pairs of files to compare.
FILES = {
    "lines": "100,000 lines with 1 % changed",
    "shuffled": "20,000 lines, of which 2,000 in another order",
    "alike": "20,000 lines, of which 2,000 long ones are a little alike",
}


@dataclass(frozen=True)
class Workload:
    """Cases of one kind; in a part `failing` of them the program `doubles` shows its fault."""

    cases: int
    typed: int = 0
    failing: float = 0.0
    output: str = "numbers"

    @property
    def name(self):
        return f"{self.output}-{self.cases}-{self.typed}-{round(100 * self.failing)}"


def make(workload, folder):
    """Writes a workload, if it is not there yet; returns its folder. `suites/bench` is for the harness, `plain` for others."""
    place = folder / workload.name
    if place.exists():
        return place
    draft = folder / "draft"
    shutil.rmtree(draft, ignore_errors=True)
    if workload.output == "files":
        draft.mkdir(parents=True)
        for name, (expected, actual) in pairs_of_files(random.Random(1)).items():
            (draft / f"{name}.expected").write_text("\n".join(expected), encoding="utf-8")
            (draft / f"{name}.actual").write_text("\n".join(actual), encoding="utf-8")
        return draft.rename(place)
    (draft / "suites/bench").mkdir(parents=True)
    (draft / "plain").mkdir()
    (draft / "suites/bench/suite.yaml").write_text(SUITE, encoding="utf-8")
    (draft / "suites/bench/reference.sh").write_text("exit 0\n", encoding="utf-8")
    chance = random.Random(workload.name)
    for number in range(workload.cases):
        typed, transcript = conversation(workload, number, chance)
        output = transcript
        for line in typed:
            output = output.replace(f"<<{line}>>\n", "", 1)
        indented = "".join(f"  {line}\n" for line in transcript.splitlines())
        (draft / f"suites/bench/c{number:05}.yaml").write_text(CASE + indented, encoding="utf-8")
        (draft / f"plain/{number:05}.in").write_text("".join(f"{line}\n" for line in typed), encoding="utf-8")
        (draft / f"plain/{number:05}.out").write_text(output, encoding="utf-8")
    return draft.rename(place)


def conversation(workload, number, chance):
    """Returns the lines that are typed in a case, and its transcript."""
    if workload.output == "morning":
        return [], "Good morning.\n"
    if workload.output == "lines":
        return [], "".join(f"line {line} says {line * 7919 % 10007}\n" for line in range(100_000))
    fails = int((number + 1) * workload.failing) > int(number * workload.failing)
    numbers = [chance.choice([n for n in range(base, base + 20) if n % 13])
               for base in chance.sample(range(1, 9999, 20), workload.typed - 1)]
    if fails:
        numbers[chance.randrange(len(numbers))] = 13 * chance.randrange(1, 700)
    asked = [f"Number {count}: <<{n}>>\n{n} doubled is {2 * n}\n" for count, n in enumerate(numbers, 1)]
    return [*map(str, numbers), "0"], "".join(asked) + f"Number {len(asked) + 1}: <<0>>\nThat is all.\n"


def pairs_of_files(chance):
    """Returns the expected and the actual lines of the pairs in FILES."""
    lines = [f"line {line} says {line * 7919 % 10007}" for line in range(100_000)]
    wrong = [line + "0" if number % 100 == 99 else line for number, line in enumerate(lines)]
    same, last = lines[:18_000], lines[18_000:20_000]
    letters = "abcdefgh  "
    long, alike = [], []
    for number in range(2000):
        line = "".join(chance.choices(letters, k=390))
        long.append(line)
        # Blocks of 40 lines, in which each line may belong to each.
        alike.append(line if number % 41 == 40 else "".join(chance.choice(letters) if chance.random() < 0.3 else c for c in line))
    return {"lines": (lines, wrong), "shuffled": (same + last, same + chance.sample(last, 2000)), "alike": (same + long, same + alike)}
