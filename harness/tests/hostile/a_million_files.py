# verdict: crashed
# A million empty files.
for number in range(1000000):
    open("empty%d" % number, "w").close()
print("contained")
