import random as r

# Score lines come before the pictures; the red die is explained in words only.
PATTERN = ['', '   | * |   ', '*  |   |  *', '*  | * |  *', '* *|   |* *', '* *| * |* *', '* *|* *|* *']


def art(values):
    rows = [PATTERN[v].split('|') for v in values]
    print(' ' + '   '.join('_' * 5 for _ in values))
    for k in range(3):
        print('| ' + ' | | '.join(row[k] for row in rows) + ' |')
    print(' ' + '   '.join('-' * 5 for _ in values))


def rules():
    print('Welcome to IEC dice. You have three dice: the first die is red, the other two are white.')


def play():
    dice = [(r.randint(1, 6), r.randint(1, 6)) for _ in range(3)]
    for number, (shown, _) in enumerate(dice, 1):
        print('Computer, roll', number, 'shows:', shown)
    total, keep = 0, 'y'
    while keep == 'y':
        red, x, y = (r.randint(1, 6) for _ in range(3))
        if red == 1 and 1 not in (x, y):
            total = 0
            print('You lose everything, score 0:')
            art([red, x, y])
            break
        current = x + y
        if red in (x, y):
            current *= 3 if x == y else 2
        total += current
        print('Score of this turn:', current, '  Score so far:', total)
        art([red, x, y])
        keep = input('Want to roll again [y/n]? ')
    computer = sum(map(sum, dice))
    print('All dice of the computer:', ' + '.join(str(d) for pair in dice for d in pair), '=', computer)
    print('Your score is', total, 'and the computer\'s score is', computer)
    if total == computer:
        print('It is a tie')
    else:
        print(('You win' if total > computer else 'The computer wins') + ' this game')


rules()
again = 'y'
while again == 'y':
    play()
    again = input('Would you like to play again [y/n]? ')
