# verdict: crashed
# Files that are each as large as allowed, and together larger than the folder may be.
for number in range(80):
    with open("large%d" % number, "wb") as file:
        file.write(bytes(1000000))
print("contained")
