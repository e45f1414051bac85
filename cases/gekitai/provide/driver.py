"""Plays the game of a submitted module: driver.py MODULE [N [P [L]]]

The module is imported from its path under its own name, so that classes it imports from beside it are found; then
Gekitai(N, P, L), with as many arguments as were given, is made and started.
"""
import importlib.util
import pathlib
import sys


def load(path):
    """Returns the module at `path`."""
    sys.path.insert(0, str(path.parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


if __name__ == '__main__':
    submission = load(pathlib.Path(sys.argv[1]).resolve())
    submission.Gekitai(*map(int, sys.argv[2:])).start()
