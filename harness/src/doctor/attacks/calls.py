# System calls that reach for more: namespaces, mounts, tracing, keys, shared memory, rings.
import ctypes, os, platform
library = ctypes.CDLL(None, use_errno=True)
x86 = {"ptrace": (101, 0, 0, 0, 0), "unshare user": (272, 0x10000000), "mount": (165, b"none", b"/tmp", b"tmpfs", 0, 0),
       "chroot": (161, b"."), "keyctl": (250, 0, -3, 1), "add_key": (248, b"user", b"name", b"x", 1, -3),
       "io_uring": (425, 1, ctypes.create_string_buffer(256)), "shmget": (29, 0x1234, 4096, 0o1666),
       "semget": (64, 0x1234, 1, 0o1666), "msgget": (68, 0x1234, 0o1666), "bpf": (321, 0, ctypes.create_string_buffer(64), 64),
       "perf": (298, ctypes.create_string_buffer(128), 0, -1, -1, 0), "userfaultfd": (323, 1),
       "clone into namespaces": (56, 0x10000000 | 17, 0, 0, 0, 0), "setns": (308, 0, 0), "reboot": (169, 0, 0, 0, 0)}
if platform.machine() == "x86_64":
    for name, call in x86.items():
        result = library.syscall(*call)
        if result >= 0:
            if name.startswith("clone") and result == 0:
                os._exit(0)
            print("may call", name)
print("contained")
