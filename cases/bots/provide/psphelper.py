"""Helpful functions for the game "Battle of the Sexes".

You do not have to modify this file. Import it, and call the functions below.
"""

import os


def ClearScreen():
    """Clears the screen of the command prompt."""
    os.system("cls" if os.name == "nt" else "clear")


def ShowTableByList(title, listRowNames, listColNames, listData):
    """Shows a table whose rows are lists.

    title        -- the line above the table
    listRowNames -- the names of the rows, or None (or []) for a table without a first column
    listColNames -- the names of the columns
    listData     -- a list of rows; each row is a list of one value for each column

    A value that is None is shown as an empty cell.
    """
    widths = [
        max([len(name)] + [len(str(row[i])) for row in listData])
        for i, name in enumerate(listColNames)
    ]
    cells = [["" if value is None else str(value) for value in row] for row in listData]
    _ShowTable(title, listRowNames, listColNames, widths, cells)


def ShowTableByDictionary(title, listRowNames, listColNames, listColKeys, listData):
    """Shows a table whose rows are dictionaries.

    title        -- the line above the table
    listRowNames -- the names of the rows, or None (or []) for a table without a first column
    listColNames -- the names of the columns
    listColKeys  -- for each column, the key of its values
    listData     -- a list of rows; each row is a dictionary

    A value that is None, or whose key is missing, is shown as an empty cell.
    """
    cells = []
    for row in listData:
        values = [row.get(key) for key in listColKeys]
        cells.append(["" if value is None else str(value) for value in values])
    widths = [
        max([len(name)] + [len(row[i]) for row in cells]) for i, name in enumerate(listColNames)
    ]
    _ShowTable(title, listRowNames, listColNames, widths, cells)


def _ShowTable(title, rowNames, colNames, widths, cells):
    """Shows the title, the table, and a blank line."""
    names = [name.center(width) for name, width in zip(colNames, widths)]
    rows = [[cell.rjust(width) for cell, width in zip(row, widths)] for row in cells]
    if rowNames:
        nameWidth = max(len(name) for name in rowNames)
        widths = [nameWidth] + widths
        names = [" " * nameWidth] + names
        rows = [[name.ljust(nameWidth)] + row for name, row in zip(rowNames, rows)]
    rule = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
    print(title)
    print(rule)
    for row in [names] + rows:
        print("| " + " | ".join(row) + " |")
        print(rule)
    print()
