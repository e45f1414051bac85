# verdict: crashed
# One byte more than a file may have.
with open("large", "wb") as file:
    file.write(bytes(1000000))
with open("large", "ab") as file:
    file.write(b"x")
print("contained")
