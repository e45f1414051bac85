"""What is measured: the table of measurements, each a command of the harness beside another one, and what is aimed at."""

from dataclasses import dataclass, field

from workloads import FILES, Workload


@dataclass(frozen=True)
class Harness:
    """A run of the harness on a workload, `times` times after each other; costs are told for each case."""

    workload: Workload
    program: str = "doubles"
    jobs: int | None = None
    times: int = 1


@dataclass(frozen=True)
class Class:
    """A class in which each of so many students hands in the same program; costs are told for each case of each student."""

    workload: Workload
    students: int
    program: str = "doubles"
    jobs: int | None = None


@dataclass(frozen=True)
class Floor:
    """The floor on a workload, with so many processes."""

    workload: Workload
    program: str = "doubles"
    processes: int = 1
    times: int = 1


@dataclass(frozen=True)
class Command:
    """A command line with {harness}, {work}, and {folder} of a workload; its cost is told as it is."""

    words: str
    workload: Workload
    status: int = 0


@dataclass(frozen=True)
class Judging:
    """Judging once more what was recorded of a faithful submission of the tests, perhaps with `has` instead of a part of its text."""

    suite: str
    instead_of: str = ""
    has: str = ""


@dataclass(frozen=True)
class Peer:
    """Another tool on a workload, by its command line."""

    words: tuple
    workload: Workload


@dataclass(frozen=True)
class Target:
    """The most that a figure may be: `wall` and `cpu` are ratios; `seconds`, `processor` (its time in seconds) and `MiB` are the harness's own."""

    figure: str
    most: float


@dataclass(frozen=True)
class Measurement:
    """One line of the table."""

    name: str
    about: str
    this: Harness | Class | Command | Judging | Peer
    base: Harness | Floor | Command | Judging | None = None
    targets: list[Target] = field(default_factory=list)


def conversations(cases, typed, failing=0.0):
    return Workload(cases, typed, failing)


def on_floor(typed, jobs, wall, cpu):
    work = conversations(1000, typed)
    return Measurement(f"native-{typed}-{jobs}", f"1,000 cases, {typed} typed lines, {jobs} worker{'s'[:jobs - 1]}",
                       Harness(work, jobs=jobs), Floor(work), [Target("wall", wall), Target("cpu", cpu)])


def memory(cases, failing, about, most):
    return Measurement(f"memory-{cases}-{round(100 * failing)}", f"memory at {cases:,} cases, {about}",
                       Harness(conversations(cases, 4, failing)), None, [Target("MiB", most)])


def comparing(pair, targets):
    """The harness's comparison of two files beside GNU diff's."""
    files = f"{{folder}}/{pair}.expected {{folder}}/{pair}.actual"
    workload = Workload(1, output="files")
    return Measurement(f"comparing-{pair}", f"comparing {FILES[pair]}, against GNU diff",
                       Command(f"{{work}}/compare {files}", workload, 1), Command(f"diff {files}", workload, 1), targets)


def diagnosis(suite, about, instead_of, has):
    """A submission that breaks a rule beside one that breaks none."""
    return Measurement(f"diagnosis-{suite}", f"judging a submission of `{suite}` {about}, against a faithful one",
                       Judging(suite, instead_of, has), Judging(suite), [Target("processor", 2.0)])


LINES = Workload(1, output="lines")
SLEEPERS = Workload(200, output="morning")

MEASUREMENTS = [
    on_floor(20, 2, 0.90, 1.60),
    on_floor(20, 1, 1.45, 1.60),
    on_floor(4, 2, 0.75, 1.30),
    on_floor(4, 1, 1.25, 1.30),
    Measurement("python-20", "200 cases, Python, 20 typed lines, 2 workers; floor with 2 processes",
                Harness(conversations(200, 20), "doubles.py", 2), Floor(conversations(200, 20), "doubles.py", 2),
                [Target("wall", 1.10)]),
    Measurement("failing", "1,000 cases, 10 % failing, against all passing",
                Harness(conversations(1000, 4, 0.1)), Harness(conversations(1000, 4)),
                [Target("wall", 1.05), Target("cpu", 1.05)]),
    Measurement("many", "10,000 cases, for each case, against 200",
                Harness(conversations(10_000, 4)), Harness(conversations(200, 4), times=5), [Target("cpu", 1.05)]),
    Measurement("workers", "1,000 cases, two workers against one",
                Harness(conversations(1000, 20), jobs=2), Harness(conversations(1000, 20), jobs=1),
                [Target("wall", 1 / 1.8)]),
    Measurement("class", "a class of 30 submissions, 40 cases each",
                Harness(conversations(40, 4, 0.1), times=30), Floor(conversations(40, 4, 0.1), times=30)),
    Measurement("students", "a class of 300 submissions, 100 cases each, against one submission",
                Class(conversations(100, 4), 300), Harness(conversations(100, 4), times=50),
                [Target("wall", 1.05), Target("cpu", 1.05), Target("MiB", 64)]),
    Measurement("sleepers", "200 sleepers of 20 ms, default jobs",
                Harness(SLEEPERS, "sleeps"), Floor(SLEEPERS, "sleeps"), [Target("seconds", 0.6)]),
    Measurement("lines", "one output of 100,000 lines, 1 % wrong, against the floor",
                Harness(LINES, "lines"), Floor(LINES, "lines")),
    comparing("lines", [Target("wall", 1.2)]),
    comparing("shuffled", [Target("seconds", 0.150)]),
    comparing("alike", [Target("seconds", 0.150)]),
    diagnosis("gekitai", "that never returns pieces", "self.owner(neighbour).pieces.append(neighbour)", "pass"),
    diagnosis("little_battle", "whose armies never move again", "    army.moved = False\n  while", "    pass\n  while"),
    Measurement("version", "harness --version", Command("{harness} --version", SLEEPERS), None, [Target("seconds", 0.003)]),
    Measurement("listing", "listing 1,000 cases",
                Command("{harness} show bench --cases {folder}/suites", conversations(1000, 4)), None,
                [Target("seconds", 0.060)]),
    memory(1000, 0.0, "all passing", 16),
    memory(1000, 1.0, "all failing", 16),
    memory(10_000, 0.0, "all passing", 24),
    memory(10_000, 1.0, "all failing", 24),
]
