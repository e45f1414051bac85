"""Plays the game of a submitted module: driver.py MODULE [N [P [L]]]

The module is imported from its path under its own name, so that classes it imports from beside it are found; then
Gekitai(N, P, L), with as many arguments as were given, is made and started. A game that the module starts by itself
when it is imported, as `game.start()` at its end does, is left out: it would be played before the one that counts.
"""
import ast
import importlib.machinery
import importlib.util
import pathlib
import sys


def starts_a_game(statement):
    """Returns whether a statement of a module is nothing but a call of a method `start`."""
    call = statement.value if isinstance(statement, (ast.Expr, ast.Assign)) else None
    return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == 'start'


class Loader(importlib.machinery.SourceFileLoader):
    """Loads a module without the games that it starts."""

    def get_code(self, fullname):
        module = ast.parse(self.get_data(self.path), self.path)
        module.body = [statement for statement in module.body if not starts_a_game(statement)]
        return compile(module, self.path, 'exec', dont_inherit=True)


def load(path):
    """Returns the module at `path`."""
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_loader(path.stem, Loader(path.stem, str(path)))
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


if __name__ == '__main__':
    submission = load(pathlib.Path(sys.argv[1]).resolve())
    submission.Gekitai(*map(int, sys.argv[2:])).start()
