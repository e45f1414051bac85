# Files that stay open.
kept = []
try:
    for _ in range(100000):
        kept.append(open("/dev/null"))
    print("opened", len(kept))
except OSError:
    pass
if len(kept) > 256:
    print("opened", len(kept))
print("contained")
