# verdict: out-of-memory
# More memory than there may be, at once.
x = bytearray(1 << 40)
print("contained")
