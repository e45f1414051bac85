# Files that are nobody's business: a secret of the harness, passwords, homes, and what others keep.
import os, sys
def readable(path):
    try:
        return bool(os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(1))
    except OSError:
        return False
for path in [sys.argv[2], os.path.dirname(sys.argv[2]), "/etc/shadow", "/root", "/home", "/var", "/boot", "/proc/1/root/etc", "/proc/%s/root" % sys.argv[3], "/proc/%s/cwd" % sys.argv[3]]:
    if readable(path):
        print("read", path)
print("contained")
