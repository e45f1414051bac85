# The tables of pages that are read and never written: they are no memory of its own, and what they need is.
import mmap
kept = []
while True:
    pages = mmap.mmap(-1, 1 << 36, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ)
    for offset in range(0, 1 << 36, 1 << 21):
        pages[offset]
    kept.append(pages)
