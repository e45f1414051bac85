# verdict: passed
# As many bytes as a file may have.
with open("large", "wb") as file:
    file.write(bytes(1000000))
print("contained")
