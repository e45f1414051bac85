# The tables of pages that are read and never written: they are no memory of its own, and what they need is.
import mmap
kept = []
while True:
    try:
        pages = mmap.mmap(-1, 1 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ)
    except OSError:
        # The system gives no more room to name pages in.
        break
    for offset in range(0, 1 << 30, 1 << 21):
        pages[offset]
    kept.append(pages)
print("contained")
