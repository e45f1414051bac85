# Lookouts for changes of files: how many there are is counted for the user, who may be that of the harness, too.
import ctypes, os
library = ctypes.CDLL(None, use_errno=True)
count = 0
while count < 1000 and library.inotify_init1(0) >= 0:
    count += 1
if count:
    print("has", count, "lookouts")
print("contained")
