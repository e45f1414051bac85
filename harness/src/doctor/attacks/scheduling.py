# When other processes, and those of other users, get a processor, and which one.
import ctypes, os, platform, sys
library = ctypes.CDLL(None, use_errno=True)
harness = int(sys.argv[3])
mask, policy = ctypes.create_string_buffer(b"\x01", 128), ctypes.create_string_buffer(64)
calls = {"setpriority": (141, 0, harness, 19), "setpriority of a user": (141, 2, 0, 19),
         "sched_setparam": (142, harness, policy), "sched_setscheduler": (144, harness, 5, policy),
         "sched_setaffinity": (203, harness, 128, mask), "ioprio_set": (251, 1, harness, 3 << 13),
         "sched_setattr": (314, harness, policy, 0)}
# In a namespace of processes of its own, this number may be one of its own.
is_other = harness not in (os.getpid(), os.getppid())
if platform.machine() == "x86_64" and is_other:
    for name, call in calls.items():
        if name != "setpriority of a user" and library.syscall(*call) == 0:
            print("may call", name)
print("contained")
