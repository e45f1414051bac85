"""Lists the functions of a student's tests, or runs one of them.

    python3 -I -c THIS_TEXT list FILE
    python3 -I -c THIS_TEXT run FILE FUNCTION

What happens is told on the real standard output, a JSON object a line; what the tests print goes to standard error. The
module that they import calls `remote`: a call is told, too, and its result is read from standard input.
"""

import ast
import base64
import builtins
import importlib.util
import json
import os
import sys
import unittest

FILE_LIMIT = 1 << 18
TEXT_LIMIT = 300

channel = os.dup(1)
os.dup2(2, 1)
waiting = b""


def tell(**message):
    data = (json.dumps(message) + "\n").encode()
    while data:
        data = data[os.write(channel, data):]


def hear():
    """Returns the next object that is typed."""
    global waiting
    while b"\n" not in waiting:
        more = os.read(0, 1 << 16)
        if not more:
            os._exit(3)
        waiting += more
    line, _, waiting = waiting.partition(b"\n")
    return json.loads(line)


def remote(name):
    """Returns a function whose calls are answered by the harness."""

    def function(*arguments, **keywords):
        arguments = [plain(value) for value in arguments]
        keywords = {keyword: plain(value) for keyword, value in keywords.items()}
        files = {text: contents(text) for text in [*arguments, *keywords.values()] if isinstance(text, str)}
        tell(call=name, arguments=repr(arguments), keywords=repr(keywords), files=files)
        reply = hear()
        if "kind" in reply:
            raise error(reply)
        return ast.literal_eval(reply["value"])

    function.__name__ = function.__qualname__ = name
    return function


def plain(value):
    """Returns a value that can be sent: paths as text, and whatever Python can read again as it prints it."""
    if isinstance(value, os.PathLike):
        value = os.fspath(value)
    try:
        ast.literal_eval(repr(value))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise TypeError(f"expected str, bytes or os.PathLike object, not {type(value).__name__}") from None
    return value


def contents(path):
    """Returns what stands in the file at a path, or why it cannot be read."""
    try:
        with open(path, "rb") as file:
            data = file.read(FILE_LIMIT)
    except OSError as reason:
        return {"errno": reason.errno or 0, "reason": reason.strerror or ""}
    except ValueError as reason:
        return {"errno": 22, "reason": str(reason)}
    return {"bytes": base64.b64encode(data if isinstance(data, bytes) else str(data).encode()).decode()}


def error(reply):
    kind = getattr(builtins, reply["kind"], None)
    if not (isinstance(kind, type) and issubclass(kind, BaseException)):
        kind = type(reply["kind"], (Exception,), {})
    return kind(*ast.literal_eval(reply["value"]))


def list_functions(path):
    with open(path, "rb") as file:
        tree = ast.parse(file.read(), path)
    found = []
    for node in tree.body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
        for function in inner:
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
                needed = len(function.args.posonlyargs) + len(function.args.args) - len(function.args.defaults)
                needed += sum(default is None for default in function.args.kw_defaults)
                found.append({"name": prefix + function.name, "line": function.lineno,
                              "arguments": needed - (1 if prefix else 0)})
    tell(functions=found)


def load(path, function):
    """Returns the module with the tests. What goes wrong after the function is defined does not matter to it."""
    name = os.path.splitext(os.path.basename(path))[0]
    found = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(found)
    sys.modules[name] = module
    try:
        found.loader.exec_module(module)
    except BaseException:
        if not hasattr(module, function.partition(".")[0]):
            raise
    return module


def run(module, name):
    group, _, name = name.rpartition(".")
    if not group:
        return getattr(module, name)()
    tests = getattr(module, group)
    if issubclass(tests, unittest.TestCase):
        tests.setUpClass()
        return tests(name).debug()
    return getattr(tests(), name)()


def told(reason, path):
    """Returns what is told of an exception: its type, what it says, and the last line of the tests that led to it."""
    def is_theirs(name):
        return os.path.abspath(name) == os.path.abspath(path)

    line, at = 0, reason.__traceback__
    while at is not None:
        if is_theirs(at.tb_frame.f_code.co_filename):
            line = at.tb_lineno
        at = at.tb_next
    try:
        message = str(reason)
        if isinstance(reason, SyntaxError) and reason.filename and is_theirs(reason.filename):
            message, line = reason.msg, reason.lineno or 0
    except BaseException:
        message = ""
    return {"kind": type(reason).__name__, "message": message[:TEXT_LIMIT], "line": line}


def main(what, path, name=""):
    sys.argv = [path]
    sys.path.insert(0, os.getcwd())
    try:
        if what == "list":
            return list_functions(path)
        module = load(path, name)
    except BaseException as reason:
        return tell(end="broken", **told(reason, path))
    tell(begins=name)
    try:
        value = run(module, name)
    except BaseException as reason:
        return tell(end="raised", **told(reason, path))
    tell(end="returned", value="" if value is None else repr(value)[:TEXT_LIMIT])


main(*sys.argv[1:])
sys.stdout.flush()
os._exit(0)
