# Memory of its own, as much as there is.
kept = []
while True:
    kept.append(bytearray(1 << 20))
