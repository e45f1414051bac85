# verdict: passed
# How many may look out for changes of files is counted for the user, also for those who mark.
import ctypes
library = ctypes.CDLL(None)
made = sum(library.inotify_init1(0) >= 0 for _ in range(200))
print("made %d" % made if made else "contained")
