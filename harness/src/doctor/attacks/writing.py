# Changing what is not its own, or going there by links.
import os, sys
secret = sys.argv[2]
def tried(what, action):
    try:
        action()
        print(what)
    except OSError:
        pass
tried("changed a file", lambda: open(secret, "a").write("changed"))
tried("removed a file", lambda: os.remove(secret))
tried("changed a mode", lambda: os.chmod(secret, 0o777))
tried("linked a file", lambda: os.link(secret, "link"))
os.symlink(secret, "symbolic")
tried("read by a link", lambda: open("symbolic").read())
for folder in ["/", "/usr/bin", "/usr/local/bin", "/etc", "/dev", os.path.dirname(secret)]:
    tried("wrote into " + folder, lambda: open(os.path.join(folder, "harness-attack"), "w").close())
tried("made a device", lambda: os.mknod("device", 0o020666, os.makedev(1, 1)))
print("contained")
