"""Gekitai, the board game of repelling pieces, for two players in the console."""
from abc import ABC, abstractmethod
from enum import Enum


class Color(Enum):
    """The two colors, valued by their symbols on the board."""
    BLACK = 'X'
    RED = 'O'


class Piece:
    """A piece of one color."""

    def __init__(self, color):
        self.color = color

    def __str__(self):
        return self.color.value

    def __repr__(self):
        return repr(self.color.value)


class Player:
    """A player, who holds the pieces that are not on the board."""

    def __init__(self, color, count):
        self.color = color
        self.pieces = [Piece(color) for _ in range(count)]

    def __str__(self):
        return self.color.value

    def get_input(self):
        """Asks for a cell address and returns it as (y, x), or raises ValueError."""
        text = input(f"Player {self}'s turn: ")
        text = ''.join(text.split())
        letter = text[:1]
        digits = text[1:]
        if not (letter.isascii() and letter.isalpha() and digits.isdecimal()):
            raise ValueError('not one letter and one number')
        if digits.startswith('0'):
            raise ValueError('a leading zero')
        return int(digits) - 1, ord(letter.upper()) - ord('A')


class Board(ABC):
    """A board of cells, each with a piece or None."""

    def __init__(self, rows, cols):
        self.rows = rows
        self.cols = cols
        self.cells = [[None] * cols for _ in range(rows)]

    def inside(self, y, x):
        """Tells whether the cell is one of the board's."""
        return 0 <= y < self.rows and 0 <= x < self.cols

    def get_piece(self, y, x):
        """Returns the piece on the cell, or None."""
        if not self.inside(y, x):
            return None
        return self.cells[y][x]

    def print(self):
        """Prints the board."""
        line = '  ' + '+---' * self.cols + '+'
        letters = [chr(ord('A') + x) for x in range(self.cols)]
        print('    ' + '   '.join(letters))
        print(line)
        for y in range(self.rows):
            marks = [str(piece) if piece else ' ' for piece in self.cells[y]]
            print(y + 1, '| ' + ' | '.join(marks) + ' |')
            print(line)

    @abstractmethod
    def move(self, piece, y, x):
        """Moves a piece onto the board."""


class Gekitai(Board):
    """The game: a square board, two players, and the rules."""

    DIRECTIONS = [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)]

    def __init__(self, N: int = 6, P: int = 8, L: int = 3):
        assert 6 <= N <= 8 and 6 <= P <= 12 and 3 <= L <= min(N, P)
        super().__init__(N, N)
        self.N = N
        self.P = P
        self.L = L
        self.players = [Player(Color.BLACK, P), Player(Color.RED, P)]
        self.current = 0

    def owner(self, piece):
        """Returns the player to whom the piece belongs."""
        for player in self.players:
            if player.color == piece.color:
                return player
        return None

    def is_move_valid(self, y, x):
        """Tells whether a piece may be put on the cell."""
        return self.inside(y, x) and self.cells[y][x] is None

    def move(self, piece, y, x):
        """Puts a piece on the cell and repels the pieces around it."""
        self.cells[y][x] = piece
        for dy, dx in self.DIRECTIONS:
            near_y, near_x = y + dy, x + dx
            far_y, far_x = y + 2 * dy, x + 2 * dx
            neighbour = self.get_piece(near_y, near_x)
            if neighbour is None:
                continue
            if not self.inside(far_y, far_x):
                self.cells[near_y][near_x] = None
                self.owner(neighbour).pieces.append(neighbour)
            elif self.cells[far_y][far_x] is None:
                self.cells[near_y][near_x] = None
                self.cells[far_y][far_x] = neighbour

    def pieces_in_line(self, player):
        """Tells whether the player has L consecutive pieces in a line."""
        for y in range(self.rows):
            for x in range(self.cols):
                for dy, dx in [(0, 1), (1, 0), (1, 1), (1, -1)]:
                    pieces = [self.get_piece(y + i * dy, x + i * dx) for i in range(self.L)]
                    if all(piece and piece.color == player.color for piece in pieces):
                        return True
        return False

    def has_won(self, player):
        """Tells whether the player has met a winning condition."""
        return not player.pieces or self.pieces_in_line(player)

    def game_over(self):
        """Tells whether any player has won."""
        return any(self.has_won(player) for player in self.players)

    def print(self):
        """Prints the board and the pieces that the players still hold."""
        super().print()
        for player in self.players:
            print(f'{player}: {player.pieces}')

    def start(self):
        """Plays the game to its end."""
        self.print()
        while True:
            player = self.players[self.current]
            try:
                y, x = player.get_input()
                if not self.is_move_valid(y, x):
                    raise ValueError('no empty cell')
            except ValueError:
                print('Invalid move!')
                continue
            self.move(player.pieces.pop(), y, x)
            if self.game_over():
                break
            self.current = 1 - self.current
            self.print()
        winner = self.players[self.current]
        if not self.has_won(winner):
            winner = self.players[1 - self.current]
        print('Game over:')
        self.print()
        print(f'Player {winner} wins!')
