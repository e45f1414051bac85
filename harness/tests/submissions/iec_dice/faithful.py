"""The IEC dice game in Python: filled pips are the red die's, and the computer's die is told by its number."""
import random

PIPS = {
    1: ['   ', ' p ', '   '],
    2: ['p  ', '   ', '  p'],
    3: ['p  ', ' p ', '  p'],
    4: ['p p', '   ', 'p p'],
    5: ['p p', ' p ', 'p p'],
    6: ['p p', 'p p', 'p p'],
}


def show_dice(red, white):
    """Draws the red die and the white ones side by side."""
    pips = [(red, '●')] + [(face, '○') for face in white]
    print('  '.join(['┌───┐'] * len(pips)))
    for row in range(3):
        print('  '.join('│' + PIPS[face][row].replace('p', mark) + '│' for face, mark in pips))
    print('  '.join(['└───┘'] * len(pips)))


def ask(question):
    """Asks until the answer starts with a y or an n."""
    while True:
        answer = input(f'{question} (y/n) ').strip().lower()
        if answer[:1] in ('y', 'n'):
            return answer[0] == 'y'
        print('Sorry?')


def roll(count):
    """Rolls so many dice."""
    return [random.randint(1, 6) for _ in range(count)]


def score(red, white):
    """Returns the points of a roll, or None if they are all lost."""
    if red == 1 and 1 not in white:
        return None
    return sum(white) * (1 + white.count(red))


def computer_turn():
    """Shows one die of each of the computer's rolls, and returns its score."""
    total = 0
    for number in ('first', 'second', 'third'):
        dice = roll(2)
        print(f'In its {number} roll the computer shows a', dice[0])
        total += sum(dice)
    return total


def player_turn():
    """Lets the player roll as long as he or she likes, and returns the score."""
    total = 0
    while True:
        (red,), white = roll(1), roll(2)
        print()
        show_dice(red, white)
        points = score(red, white)
        if points is None:
            print('Oh no, the red die! Your score is 0.')
            return 0
        total += points
        print(f'Points: {points}, score: {total}')
        if not ask('Go on rolling?'):
            return total


def main():
    """Plays until the player has enough."""
    while True:
        computer = computer_turn()
        player = player_turn()
        print(f'\nFinal score: you {player}, computer {computer}')
        if player > computer:
            print('Congratulations, you win!')
        elif player < computer:
            print('You lose, the computer wins.')
        else:
            print('A tie.')
        if not ask('Play another game?'):
            break


if __name__ == '__main__':
    main()
