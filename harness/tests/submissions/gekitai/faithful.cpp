// Gekitai in C++: gekitai [N [P [L]]]
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

struct Game {
    int size, pieces, line;
    std::vector<std::string> cells;
    int hand[2];

    Game(int n, int p, int l) : size(n), pieces(p), line(l), cells(n, std::string(n, ' ')), hand{p, p} {}

    static char symbol(int player) { return player == 0 ? 'X' : 'O'; }

    bool inside(int row, int col) const { return 0 <= row && row < size && 0 <= col && col < size; }

    void print() const {
        std::string rule = "  +";
        std::cout << " ";
        for (int col = 0; col < size; col++) {
            std::cout << "   " << static_cast<char>('A' + col);
            rule += "---+";
        }
        std::cout << "  \n" << rule << "\n";
        for (int row = 0; row < size; row++) {
            std::cout << row + 1 << " |";
            for (char cell : cells[row]) {
                std::cout << " " << cell << " |";
            }
            std::cout << "\n" << rule << "\n";
        }
        for (int player = 0; player < 2; player++) {
            std::cout << symbol(player) << ": [";
            for (int i = 0; i < hand[player]; i++) {
                std::cout << (i ? ", " : "") << "'" << symbol(player) << "'";
            }
            std::cout << "]\n";
        }
    }

    // Reads an address; returns false unless it names an empty cell.
    bool read_address(const std::string& text, int& row, int& col) const {
        std::string compact;
        for (char c : text) {
            if (!std::isspace(static_cast<unsigned char>(c))) {
                compact += c;
            }
        }
        if (compact.size() < 2 || compact.size() > 3 || !std::isalpha(static_cast<unsigned char>(compact[0])) ||
            compact[1] == '0') {
            return false;
        }
        row = 0;
        for (size_t i = 1; i < compact.size(); i++) {
            if (!std::isdigit(static_cast<unsigned char>(compact[i]))) {
                return false;
            }
            row = row * 10 + (compact[i] - '0');
        }
        row -= 1;
        col = std::toupper(static_cast<unsigned char>(compact[0])) - 'A';
        return inside(row, col) && cells[row][col] == ' ';
    }

    void place(int player, int row, int col) {
        cells[row][col] = symbol(player);
        hand[player]--;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                int y = row + dy, x = col + dx;
                if ((dy == 0 && dx == 0) || !inside(y, x) || cells[y][x] == ' ') {
                    continue;
                }
                if (!inside(y + dy, x + dx)) {
                    hand[cells[y][x] == 'X' ? 0 : 1]++;
                } else if (cells[y + dy][x + dx] == ' ') {
                    cells[y + dy][x + dx] = cells[y][x];
                } else {
                    continue;
                }
                cells[y][x] = ' ';
            }
        }
    }

    bool has_line(int player, int row, int col, int dy, int dx) const {
        for (int i = 0; i < line; i++) {
            int y = row + i * dy, x = col + i * dx;
            if (!inside(y, x) || cells[y][x] != symbol(player)) {
                return false;
            }
        }
        return true;
    }

    bool has_won(int player) const {
        if (hand[player] == 0) {
            return true;
        }
        for (int row = 0; row < size; row++) {
            for (int col = 0; col < size; col++) {
                if (has_line(player, row, col, 0, 1) || has_line(player, row, col, 1, 0) ||
                    has_line(player, row, col, 1, 1) || has_line(player, row, col, 1, -1)) {
                    return true;
                }
            }
        }
        return false;
    }
};

int main(int argc, char** argv) {
    Game game(argc > 1 ? std::atoi(argv[1]) : 6, argc > 2 ? std::atoi(argv[2]) : 8, argc > 3 ? std::atoi(argv[3]) : 3);
    int player = 0;
    game.print();
    while (true) {
        std::cout << "Player " << Game::symbol(player) << "'s turn: " << std::flush;
        std::string text;
        int row, col;
        if (!std::getline(std::cin, text)) {
            return 1;
        }
        if (!game.read_address(text, row, col)) {
            std::cout << "Invalid move!\n";
            continue;
        }
        game.place(player, row, col);
        for (int winner : {player, 1 - player}) {
            if (game.has_won(winner)) {
                std::cout << "\nGame over:\n";
                game.print();
                std::cout << "Player " << Game::symbol(winner) << " wins!\n";
                return 0;
            }
        }
        player = 1 - player;
        std::cout << "\n";
        game.print();
    }
}
