from random import Random
from time import time_ns

generator = Random(time_ns())


def face(n, mark):
    a = mark if n > 1 else '_'
    b = mark if n > 3 else '_'
    c = mark if n == 6 else '_'
    d = mark if n % 2 else '_'
    return [' _______ ', f'| {a} _ {b} |'.replace('_', ' '), f'| {c} {d} {c} |'.replace('_', ' '), f'|_{b}___{a}_|']


def across(*dice):
    for line in zip(*dice):
        print(*line, sep='     ')


def question(text, yes, no):
    answer = input(f"{text} Type '{yes}' or '{no}': ")
    while answer not in (yes, no):
        answer = input(f"{text} Type '{yes}' or '{no}': ")
    return answer == yes


class Game:
    def __init__(self):
        self.hidden, self.open = [[generator.randint(1, 6) for _ in 'abc'] for _ in 'xy']
        self.total = 0

    def run(self):
        print('Opponent rolls 3 x 2 dice; the visible ones:')
        across(*(face(n, 'o') for n in self.open))
        while self.turn():
            pass
        opponent = sum(self.hidden + self.open)
        print("Opponent's dice were:")
        across(*(face(n, 'o') for n in self.open + self.hidden))
        print(f'Opponent total = {opponent}; player total = {self.total}')
        outcome = {True: 'Player wins', False: 'Opponent wins'}
        print('Tied game' if opponent == self.total else outcome[self.total > opponent])

    def turn(self):
        white, other, red = (generator.randint(1, 6) for _ in 'wor')
        print('Player rolls (red die: 0 as pips):')
        across(face(red, '0'), face(white, 'o'), face(other, 'o'))
        if red == 1 and 1 not in (white, other):
            self.total = 0
            print('total reset to 0')
            return False
        now = (white + other) * ([white, other].count(red) + 1)
        self.total += now
        print(f'current score {now}\ntotal score {self.total}')
        return question('Continue?', 'roll', 'stop')


Game().run()
while question('Once more?', 'again', 'quit'):
    Game().run()
