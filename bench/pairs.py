"""Measures two commands in turns, and notices when somebody else loads the machine meanwhile."""

import json
import os
import shutil
import statistics
import subprocess
import time
from pathlib import Path

from measurements import Class, Command, Floor, Harness, Judging, Peer
from workloads import make

# More than this share of the processors' time for others marks a run as loaded.
FOREIGN = 0.10
# A loaded pair is measured again so often.
TRIES = 3
# So many seconds are waited before a pair for the machine to become quiet.
PATIENCE = 5.0
# Where programs are looked for: not in what a user has installed for himself, which contained programs do not see.
SYSTEM = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

ROOT = Path(__file__).resolve().parent.parent
CASES = ROOT / "cases"
SUBMISSIONS = ROOT / "harness/tests/submissions"


class Bench:
    """Where everything is that is measured."""

    def __init__(self, harness, work):
        self.harness, self.work = str(harness), work
        self.runs = 0
        # The suites and submissions may be others than at the last run.
        shutil.rmtree(work / "recordings", ignore_errors=True)
        self.clean()

    @property
    def reports(self):
        """The folder into which the present run writes."""
        return self.work / "reports" / str(self.runs)

    def begin(self):
        """Lets the next run write into a folder of its own: a disk takes long to make files where many were removed in the last minute,
        and that would be measured."""
        self.runs += 1

    def clean(self):
        """Removes what all runs have written."""
        shutil.rmtree(self.work / "reports", ignore_errors=True)

    def program(self, name):
        return str(self.work / name)

    def commands(self, run):
        """Returns the command line of a run, the statuses that are right for it, how often it is to be run, and its cases."""
        if isinstance(run, Judging):
            words = [self.harness, "--replay", str(self.recordings(run)), "--suite", run.suite, "--cases", str(CASES), "--quiet",
                     "--reports", str(self.reports)]
            return words, [0, 1], 1, 1
        folder = make(run.workload, self.work / "workloads")
        cases = run.workload.cases
        match run:
            case Command():
                words = run.words.format(harness=self.harness, work=self.work, folder=folder)
                return words.split(), [run.status], 1, 1
            case Peer():
                return list(run.words), [0], 1, cases
            case Floor():
                program = [self.program(run.program)]
                return [self.program("floor"), str(run.processes), str(folder / "plain"), str(cases), *program], [0], run.times, cases
            case Harness():
                words = [self.harness, "--cases", str(folder / "suites"), "--suite", "bench", "--target", self.program(run.program),
                         "--reports", str(self.reports)]
                jobs = ["--jobs", str(run.jobs)] if run.jobs else []
                return words + jobs, [0, 1], run.times, cases
            case Class():
                submissions = self.handed_in(run)
                words = [self.harness, "--cases", str(folder / "suites"), "class", str(submissions), "--suite", "bench", "--quiet",
                         "--out", str(self.reports)]
                jobs = ["--jobs", str(run.jobs)] if run.jobs else []
                return words + jobs, [0, 1], 1, cases * run.students

    def handed_in(self, run):
        """Returns the folder of what the students of a class hand in, which is made if it is not there."""
        folder = self.work / f"{run.program}-of-{run.students}"
        for number in range(run.students):
            place = folder / f"student{number:05}"
            place.mkdir(parents=True, exist_ok=True)
            # What two students hand in alike is run once: so each program ends with its student's number.
            shutil.copy(self.program(run.program), place / "program")
            with (place / "program").open("ab") as file:
                file.write(str(number).encode())
        return folder

    def recordings(self, run):
        """Returns the folder of what is recorded of a submission, which is made if it is not there."""
        folder = self.work / "recordings" / f"{run.suite}-{'bent' if run.instead_of else 'faithful'}"
        if not folder.exists():
            text = (SUBMISSIONS / run.suite / "faithful.py").read_text(encoding="utf-8")
            if run.instead_of not in text:
                raise SystemExit(f"the faithful submission of {run.suite} has no `{run.instead_of}` any more: see bench/measurements.py")
            program = self.work / f"{run.suite}.py"
            program.write_text(text.replace(run.instead_of, run.has) if run.instead_of else text, encoding="utf-8")
            words = [self.harness, "--target", str(program), "--suite", run.suite, "--cases", str(CASES), "--quiet",
                     "--record", str(folder), "--reports", str(self.reports)]
            subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        return folder

    def once(self, run):
        """Runs what is to be measured; returns its costs: of all of it, and for each case."""
        self.begin()
        words, statuses, times, cases = self.commands(run)
        costs = [self.measured(words, statuses) for _ in range(times)]
        cost = {key: sum(each[key] for each in costs) for key in ["wall", "cpu"]}
        by_wall = sum(each["foreign"] * each["wall"] for each in costs) / cost["wall"]
        return cost | {"peak": max(each["peak"] for each in costs), "foreign": round(by_wall, 3), "cases": cases * times}

    def measured(self, words, statuses):
        errors = self.work / "errors.txt"
        with errors.open("w", encoding="utf-8") as file:
            done = subprocess.run([self.program("measure"), *words], stdout=subprocess.PIPE, stderr=file, check=True,
                                  env={"PATH": SYSTEM, "HOME": str(self.work)})
        cost = json.loads(done.stdout)
        if cost["status"] not in statuses:
            raise SystemExit(f"{' '.join(words)} ended with {cost['status']}:\n{errors.read_text(encoding='utf-8')}")
        return cost

    def pair(self, measurement, number):
        """Measures once more, in turns: who was first is second in the next pair. A loaded pair is measured again."""
        runs = [("this", measurement.this), ("base", measurement.base)]
        runs = [run for run in (runs if number % 2 else reversed(runs)) if run[1]]
        tried = []
        for _ in range(TRIES):
            await_quiet()
            costs = {name: self.once(run) for name, run in runs}
            tried.append({"name": measurement.name, "pair": number, **costs} | ratios(costs))
            if not tried[-1]["loaded"]:
                break
        return min(tried, key=lambda pair: pair["foreign"]) | {"tries": len(tried)}


def ratios(costs):
    """Returns what one pair says: ratios for each case, and whether somebody else loaded the machine."""
    foreign = max(cost["foreign"] for cost in costs.values())
    told = {"foreign": foreign, "loaded": foreign > FOREIGN}
    if base := costs.get("base"):
        for key in ["wall", "cpu"]:
            each = {name: cost[key] / cost["cases"] for name, cost in costs.items()}
            told[key] = round(each["this"] / each["base"], 4) if base[key] else None
    return told


def await_quiet():
    """Waits until the processors have been idle for a tenth of a second, but not for ever."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        before, start = busy(), time.monotonic()
        time.sleep(0.1)
        if (busy() - before) / ((time.monotonic() - start) * os.cpu_count()) < FOREIGN:
            return


def busy():
    """Returns the seconds for which all processors have been busy since the machine started."""
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, _, _, hard, soft, stolen = map(int, file.readline().split()[1:9])
    return (user + nice + system + hard + soft + stolen) / os.sysconf("SC_CLK_TCK")


def figure(pairs, name):
    """Returns median, least and most of a figure, over the pairs that nobody disturbed, or over all if each was disturbed."""
    chosen = [pair for pair in pairs if not pair["loaded"]] or pairs
    of = {
        "wall": lambda pair: pair.get("wall"),
        "cpu": lambda pair: pair.get("cpu"),
        "seconds": lambda pair: pair["this"]["wall"],
        "processor": lambda pair: pair["this"]["cpu"],
        "MiB": lambda pair: pair["this"]["peak"] / 1024,
    }[name]
    values = sorted(value for value in map(of, chosen) if value is not None)
    return (statistics.median(values), values[0], values[-1]) if values else None
