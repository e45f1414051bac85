#!/usr/bin/env python3
"""IEC dice in colour: the red die is red, all pips are alike."""
import random
import sys

RED, RESET = '\033[91m', '\033[0m'
ON = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
rng = random.SystemRandom()


class Die:
    def __init__(self, colour=''):
        self.colour = colour
        self.value = rng.randint(1, 6)

    def lines(self):
        cells = ['o' if i in ON[self.value] else ' ' for i in range(9)]
        body = ['|  ' + '  '.join(cells[i:i + 3]) + '  |' for i in (0, 3, 6)]
        edge = '.' + '-' * 11 + '.'
        tinted = [self.colour + line + (RESET if self.colour else '') for line in [edge, *body, "'" + '-' * 11 + "'"]]
        return tinted


def display(*dice):
    for parts in zip(*(die.lines() for die in dice)):
        print('   '.join(parts))


def wants(prompt):
    sys.stdout.write(prompt + ' Type "yes" or "no": ')
    sys.stdout.flush()
    reply = sys.stdin.readline()
    if not reply:
        sys.exit()
    return reply.strip() == 'yes'


while True:
    cpu = []
    for n in range(3):
        pair = Die(), Die()
        cpu += pair
        print(f'CPU roll {n + 1} of 3, one die:')
        display(pair[0])
    running = 0
    while True:
        red, w1, w2 = Die(RED), Die(), Die()
        print('\nYou threw:')
        display(w1, red, w2)
        matches = [w1.value, w2.value].count(red.value)
        if red.value == 1 and matches == 0:
            running = 0
            print('Snake bite! Your total drops to 0.')
            break
        gain = (w1.value + w2.value) * (matches + 1)
        running += gain
        print(f'+{gain} for this throw -> running total {running}')
        if not wants('Throw once more?'):
            break
    house = sum(d.value for d in cpu)
    print('Hidden dice of the CPU:', end='\n')
    display(*cpu[1::2])
    print(f'Final: you {running}, CPU {house}')
    if running == house:
        print('Nobody wins: a tie.')
    else:
        print('Winner:', 'you' if running > house else 'CPU')
    if not wants('Play a new game?'):
        break
