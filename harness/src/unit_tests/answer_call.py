"""Answers one call of a function of a suite's module, as each variant of the module would.

    python3 -I -c THIS_TEXT

The module stands in `module.py`, the call in `call.json`, both in this folder. One JSON object is printed: the replies by the
names of the variants. A variant sets some names of the module, as its tables READINGS and BENDS say.
"""

import ast
import base64
import io
import json

with open("call.json") as file:
    call = json.load(file)
with open("module.py") as file:
    code = compile(file.read(), "module.py", "exec")


def open_sent(path, mode="r", *others, encoding="utf-8", **more):
    """Opens a file that was sent with the call; no other one is there."""
    sent = call["files"].get(path, {"errno": 2, "reason": "No such file or directory"})
    if "bytes" not in sent:
        raise OSError(sent["errno"], sent["reason"], path)
    binary = io.BytesIO(base64.b64decode(sent["bytes"]))
    return binary if "b" in mode else io.TextIOWrapper(binary, encoding)


def reply(changes):
    module = {"__name__": "module", "open": open_sent}
    exec(code, module)
    for table, name in changes:
        module.update(module[table][name])
    try:
        function = module[call["call"]]
        value = function(*ast.literal_eval(call["arguments"]), **ast.literal_eval(call["keywords"]))
    except Exception as reason:
        values = reason.args if getattr(reason, "filename", None) is None else (*reason.args, reason.filename)
        return {"kind": type(reason).__name__, "value": repr(tuple(values))}
    return {"value": repr(value)}


print(json.dumps({name: reply(changes) for name, changes in call["variants"].items()}))
