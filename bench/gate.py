"""What may not grow: figures that do not depend on the machine, and the ratio of processor time with a margin."""

import os
import re
import subprocess
from collections import Counter
from dataclasses import dataclass

from measurements import Floor, Harness, Measurement, conversations
from pairs import figure

# Aimed at are 1.6 times the floor; the rest is the margin for machines that are unlike.
CPU = 6.0
# Fifteen, where the kernel tells of waits; more where it must be asked now and then.
CALLS = 25
FAILING = 32
# The executable's own pages are 13 of them as it is shipped, 16 as `.ci/run` builds it; what each case adds is bound for itself.
PASSING = 23

# A program, where it may have the namespaces of the one before it; elsewhere a shim, too, for each.
PROCESSES, PROCESSES_BEFORE_6_13 = 1.5, 2.5

# Of these calls, each makes a process or a thread.
MAKERS = {"clone", "clone3", "fork", "vfork"}


@dataclass(frozen=True)
class Gate:
    """A figure, and the most that it may be."""

    about: str
    most: float
    figure: float

    def line(self):
        held = "ok  " if self.figure <= self.most else "MORE"
        return f"{held} {self.about}: {self.figure:.2f}, at most {self.most:g}"


def gates(bench):
    """Measures all figures."""
    few, many, long = (calls(bench, conversations(*size)) for size in [(20, 4), (100, 4), (100, 20)])
    makers = [sum(count for name, count in each.items() if name in MAKERS) for each in (few, many)]
    cpu = Measurement("gate", "", Harness(conversations(1000, 20)), Floor(conversations(1000, 20)))
    pairs = [bench.pair(cpu, number) for number in range(1, 6)]
    passing = bench.once(Harness(conversations(1000, 4)))["peak"]
    return [
        Gate("processes and threads for each case", most_processes(), (makers[1] - makers[0]) / 80),
        Gate("system calls for each typed line, those of the program among them", CALLS, (long.total() - many.total()) / 1600),
        Gate("bytes on the disk for each case that fails", 6000, bytes_written(bench, conversations(200, 4, 1.0)) / 200),
        Gate("bytes on the disk for each case that passes", 2500, bytes_written(bench, conversations(200, 4)) / 200),
        Gate("MiB at 1,000 cases that pass", PASSING, passing / 1024),
        Gate("KiB for each case that passes", 5, (passing - bench.once(Harness(conversations(20, 4)))["peak"]) / 980),
        Gate("MiB at 1,000 cases that fail", FAILING, bench.once(Harness(conversations(1000, 4, 1.0)))["peak"] / 1024),
        Gate("processor time of a case with 20 typed lines, as a multiple of the floor's", CPU, figure(pairs, "cpu")[0]),
    ]


def most_processes():
    """Returns how many processes and threads a case may need with the kernel of this machine."""
    version = tuple(map(int, re.findall(r"\d+", os.uname().release)[:2]))
    return PROCESSES if version >= (6, 13) else PROCESSES_BEFORE_6_13


def calls(bench, workload):
    """Returns how often each system call was made in a run, as strace counts them."""
    bench.begin()
    words, _, _, _ = bench.commands(Harness(workload, jobs=1))
    counts = bench.work / "calls.txt"
    subprocess.run(["strace", "-f", "-qq", "-c", "-U", "calls,name", "-o", counts, *words],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    lines = [line.split() for line in counts.read_text(encoding="utf-8").splitlines()]
    found = Counter({line[1]: int(line[0]) for line in lines if len(line) == 2 and line[0].isdigit() and line[1] != "total"})
    if found["execve"] < workload.cases:
        raise SystemExit("strace did not see the programs of all cases")
    return found


def bytes_written(bench, workload):
    bench.once(Harness(workload))
    return sum(path.stat().st_size for path in bench.reports.rglob("*") if path.is_file())
