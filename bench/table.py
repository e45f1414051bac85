"""Tells what was measured as a table in Markdown."""

from pairs import figure

SHOWN = {"wall": "wall", "cpu": "CPU", "seconds": "seconds", "processor": "CPU seconds", "MiB": "MiB"}


def table(results):
    """Returns the table: a line for each figure of each measurement, its median and spread, and what is aimed at."""
    lines = ["| what | figure | median | spread | target | met | pairs |", "|---|---|---|---|---|---|---|"]
    for measurement, pairs in results:
        targets = {target.figure: target.most for target in measurement.targets}
        names = dict.fromkeys([*targets, *(["wall", "cpu"] if measurement.base else [])])
        for name in names:
            if told := figure(pairs, name):
                lines.append(line(measurement.about, name, told, targets.get(name), counted(pairs)))
    return "\n".join(lines)


def counted(pairs):
    """Returns how many pairs the figures are from, and whether the machine was loaded meanwhile."""
    quiet = sum(not pair["loaded"] for pair in pairs)
    return f"{quiet} of {len(pairs)}" if quiet else f"{len(pairs)}, all under load"


def line(about, name, told, most, pairs):
    median, least, greatest = map(number, told)
    met = "" if most is None else ("yes" if told[0] <= most else "**no**")
    aim = "" if most is None else f"≤ {number(most)}"
    return f"| {about} | {SHOWN[name]} | {median} | {least}–{greatest} | {aim} | {met} | {pairs} |"


def number(value):
    return f"{value:.4f}" if value < 0.1 else f"{value:.2f}"
