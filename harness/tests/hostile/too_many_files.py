# verdict: crashed
# More open files than allowed.
kept = [open("/dev/null") for _ in range(100)]
print("contained")
