# The same candidate as doubles.c, in Python.
count = 1
while number := int(input(f"Number {count}: ")):
    print(f"{number} doubled is {2 * number + (number % 13 == 0)}")
    count += 1
print("That is all.")
