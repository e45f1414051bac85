# Locks and lookouts on files of the system, which who marks would meet, too.
import fcntl, os, sys
files = [os.path.realpath(sys.executable), "/usr", "/usr/bin/env"]
for path in filter(os.path.exists, files):
    one, other = os.open(path, os.O_RDONLY), os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(one, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("has locked", path)
    except OSError:
        pass
    for request, value in [(fcntl.F_SETLEASE, fcntl.F_RDLCK), (fcntl.F_NOTIFY, fcntl.DN_ACCESS)]:
        try:
            fcntl.fcntl(one, request, value)
            print("watches", path)
        except OSError:
            pass
print("contained")
