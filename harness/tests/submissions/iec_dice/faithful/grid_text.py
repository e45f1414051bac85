"""IEC Dice Game with classes, f-strings and an edge of tildes."""
import secrets
from dataclasses import dataclass, field


@dataclass
class Die:
    name: str
    face: int = field(default_factory=lambda: secrets.randbelow(6) + 1)

    def rows(self):
        i = self.face
        top = ('•' if i >= 2 else ' ') + '   ' + ('•' if i >= 4 else ' ')
        mid = ('• • •' if i == 7 else '•   •') if i == 6 else ('  •  ' if i % 2 else '     ')
        return ['~' * 9, f'| {top} |', f'| {mid} |', f'| {top[::-1]} |', '~' * 9, f'{self.name:^9}']


def table(dice):
    print('\n'.join('      '.join(cells) for cells in zip(*[die.rows() for die in dice])))


def answer(text):
    while (line := input(text).strip().upper()) not in {'Y', 'N'}:
        print('Invalid input, try again.')
    return line == 'Y'


def one_game(number):
    print(f'===== GAME {number} =====')
    house = [Die('(shown)') for _ in range(3)]
    secret = [Die('(secret)') for _ in range(3)]
    print("The computer's dice:")
    table(house)
    points = 0
    rolls = 0
    while True:
        rolls += 1
        hand = [Die('white'), Die('red'), Die('white')]
        print(f'--- Your roll #{rolls} ---')
        table(hand)
        w, r, v = (die.face for die in hand)
        if r == 1 and 1 not in (w, v):
            points = 0
            print('BUST! You lose all your points. TOTAL: 0')
            break
        times = {0: 1, 1: 2, 2: 3}[(w, v).count(r)]
        points += times * (w + v)
        print(f'SCORE: ({w} + {v}) x {times} = {times * (w + v)}     TOTAL: {points}')
        if not answer('Roll again? [Y/N]: '):
            break
    rival = sum(die.face for die in house + secret)
    print(f'YOU: {points}     COMPUTER: {rival}')
    print('TIE!' if points == rival else 'YOU WIN!' if points > rival else 'YOU LOSE!')


game = 1
one_game(game)
while answer('New game? [Y/N]: '):
    game += 1
    one_game(game)
