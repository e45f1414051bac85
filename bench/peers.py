"""Other tools on the same cases, as far as they are installed: each runs a native program on 4 typed lines and compares its output."""

import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from measurements import Floor, Measurement, Peer, conversations
from pairs import SYSTEM
from workloads import make

PYTEST = """import pathlib, subprocess, pytest
PLAIN = pathlib.Path({plain!r})

@pytest.mark.parametrize("case", sorted(PLAIN.glob("*.in")), ids=lambda case: case.stem)
def test_case(case):
    with case.open() as typed:
        done = subprocess.run([{program!r}], stdin=typed, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout == case.with_suffix(".out").read_text()
"""


@dataclass(frozen=True)
class Tool:
    """A tool, the command by which it is found, what writes its cases into a folder, and its command line for them."""

    name: str
    command: str
    write: object
    words: str


def write_pytest(folder, plain, program):
    (folder / "test_cases.py").write_text(PYTEST.format(plain=str(plain), program=program), encoding="utf-8")


def write_cram(folder, plain, program):
    for case in sorted(plain.glob("*.in")):
        printed = case.with_suffix(".out").read_text(encoding="utf-8")
        expected = "".join(f"  {line}\n" for line in printed.splitlines())
        (folder / f"{case.stem}.t").write_text(f"  $ {shlex.quote(program)} < {shlex.quote(str(case))}\n{expected}", encoding="utf-8")


def write_bats(folder, plain, program):
    tests = [f'@test "{case.stem}" {{\n  diff <({shlex.quote(program)} < {shlex.quote(str(case))}) {shlex.quote(str(case.with_suffix(".out")))}\n}}\n'
             for case in sorted(plain.glob("*.in"))]
    (folder / "cases.bats").write_text("".join(tests), encoding="utf-8")


def write_nothing(folder, plain, program):
    pass


TOOLS = [
    Tool("bubblewrap", "bwrap", write_nothing, "{floor} 1 {plain} {cases} bwrap --ro-bind / / --proc /proc --dev /dev --tmpfs /tmp --unshare-all "
         "--die-with-parent {program}"),
    Tool("pytest", "pytest", write_pytest, "python3 -m pytest -q -p no:cacheprovider {folder}"),
    Tool("cram", "cram", write_cram, "cram -q {folder}"),
    Tool("bats", "bats", write_bats, "bats {folder}/cases.bats"),
]

# These need a project or a service of their own around each submission, and are measured by hand where they matter.
BY_HAND = ["trycmd", "check50", "DMOJ"]


def find(tool):
    """Returns the tool's command, if it is installed for all users."""
    if tool.name == "pytest":
        done = subprocess.run(["python3", "-c", "import pytest"], env={"PATH": SYSTEM}, stderr=subprocess.DEVNULL, check=False)
        return "pytest" if done.returncode == 0 else None
    return shutil.which(tool.command, path=SYSTEM) or shutil.which(f"{tool.command}3", path=SYSTEM)


def words(tool, found, work, workload):
    """Writes the cases for a tool; returns its command line."""
    place = work / "peers" / tool.name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    plain, program = make(workload, work / "workloads") / "plain", str(work / "doubles")
    tool.write(place, plain, program)
    line = tool.words.format(floor=work / "floor", plain=plain, folder=place, program=program, cases=workload.cases)
    return tuple(found if word == tool.command else word for word in line.split())


def measurements(work):
    """Returns a measurement for each tool that is installed, and the names of those that are not."""
    workload = conversations(200, 4)
    found = {tool: find(tool) for tool in TOOLS}
    measured = [Measurement(f"peer-{tool.name}", f"{tool.name}, 200 cases, 4 typed lines",
                            Peer(words(tool, at, work, workload), workload), Floor(workload))
                for tool, at in found.items() if at]
    return measured, [tool.name for tool, at in found.items() if not at] + BY_HAND
