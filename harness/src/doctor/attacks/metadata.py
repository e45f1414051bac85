# What is told of files that are not its own: modes, owners, attributes, times, lengths, by names and by descriptors that may only be read.
import ctypes, os, platform, sys
library = ctypes.CDLL(None, use_errno=True)
HERE, NAME = -100, b"user.attack"
def calls(path):
    name = os.fsencode(path)
    value, times = ctypes.create_string_buffer(16), ctypes.create_string_buffer(32)
    yield "chmod", (90, name, 0o4777)
    yield "chown", (92, name, 12345, 12345)
    yield "lchown", (94, name, 12345, 12345)
    yield "utime", (132, name, times)
    yield "setxattr", (188, name, NAME, value, 1, 0)
    yield "lsetxattr", (189, name, NAME, value, 1, 0)
    yield "utimes", (235, name, times)
    yield "fchownat", (260, HERE, name, 12345, 12345, 0)
    yield "futimesat", (261, HERE, name, times)
    yield "fchmodat", (268, HERE, name, 0o4777)
    yield "utimensat", (280, HERE, name, times, 0)
    yield "fchmodat2", (452, HERE, name, 0o4777, 0)
    yield "setxattrat", (463, HERE, name, 0, NAME, value, 16)
    yield "removexattrat", (466, HERE, name, 0, NAME)
    yield "file_setattr", (469, HERE, name, value, 16, 0)
    yield "truncate", (76, name, 3)
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return
    yield "fchmod", (91, descriptor, 0o4777)
    yield "fchown", (93, descriptor, 12345, 12345)
    yield "fsetxattr", (190, descriptor, NAME, value, 1, 0)
    yield "fremovexattr", (199, descriptor, NAME)
    yield "futimens", (280, descriptor, None, times, 0)
if platform.machine() == "x86_64":
    for path in [sys.argv[2], "/usr/bin/env", "/usr/lib", sys.argv[4]]:
        for name, call in calls(path):
            if library.syscall(*call) == 0:
                print("may call", name, "on", path)
print("contained")
