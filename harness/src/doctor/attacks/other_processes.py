# Other processes: their arguments, their variables, their memory, and signals to them.
import os, sys
harness = int(sys.argv[3])
mine = {os.getpid(), os.getppid()}
for name in ["environ", "mem", "maps", "fd", "cmdline"]:
    path = "/proc/%d/%s" % (harness, name)
    try:
        found = os.listdir(path) if name == "fd" else open(path, "rb").read(1)
        if harness not in mine:
            print("read", path)
    except OSError:
        pass
for process in [harness, os.getppid()]:
    try:
        if process not in (1, os.getpid()):
            os.kill(process, 0)
            print("can send signals to", process)
    except OSError:
        pass
try:
    for process in os.listdir("/proc"):
        if process.isdigit() and int(process) not in mine and b"spawner" in open("/proc/%s/cmdline" % process, "rb").read():
            print("sees the process", process)
except OSError:
    pass
print("contained")
