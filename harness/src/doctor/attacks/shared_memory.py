# Pages that processes share are nobody's own memory.
import mmap
kept = []
while True:
    pages = mmap.mmap(-1, 1 << 22)
    for offset in range(0, 1 << 22, 4096):
        pages[offset] = 1
    kept.append(pages)
