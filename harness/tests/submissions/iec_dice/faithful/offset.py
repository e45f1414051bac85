import random, sys

# Dice fall one below the other, each further to the right; x marks the red die.
SPOT = {1: '....X....', 2: 'X.......X', 3: 'X...X...X', 4: 'X.X...X.X', 5: 'X.X.X.X.X', 6: 'X.XX.XX.X'}


def say(*words):
    print(*words)
    sys.stdout.flush()


def throw(pips, shift):
    n = random.sample([1, 2, 3, 4, 5, 6], 1)[0]
    dots = SPOT[n].replace('.', ' ').replace('X', pips)
    pad = ' ' * shift
    say(pad + '+-------+')
    for i in (0, 3, 6):
        say(pad + '| ' + ' '.join(dots[i:i + 3]) + ' |')
    say(pad + '+-------+')
    return n


def main():
    while True:
        say('My three rolls, as far as you may see them:')
        mine = sum(throw('o', 0) + random.randint(1, 6) for _ in range(3))
        say('Your turn!')
        yours = 0
        while True:
            r, p, q = throw('x', 0), throw('o', 5), throw('o', 10)
            k = 1 + (r == p) + (r == q)
            if k == 1 and r == 1:
                yours = 0
                say('That red one costs you all: your total is 0')
                break
            yours += k * (p + q)
            say('You made', k * (p + q), 'points and your total is', yours)
            say('More? (y/n)')
            if sys.stdin.readline().strip() != 'y':
                break
        say('I have', mine, 'points in total. You have', yours, 'points in total.')
        say('I win!' if mine > yours else 'You win!' if yours > mine else 'It is a draw!')
        say('A new game? (y/n)')
        if sys.stdin.readline().strip() != 'y':
            break


main()
