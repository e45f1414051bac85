// The IEC dice game in C++: dice below each other, the red one marked with #.
#include <cctype>
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 generator{std::random_device{}()};

int roll() {
    return std::uniform_int_distribution<int>(1, 6)(generator);
}

void draw(int face, char pip, const std::string& name) {
    static const std::vector<std::string> faces = {
        ".........", "....p....", "p.......p", "p...p...p", "p.p...p.p", "p.p.p.p.p", "p.pp.pp.p"};
    std::cout << name << " die\n+-----+\n";
    for (int row = 0; row < 3; row++) {
        std::cout << "|";
        for (int col = 0; col < 3; col++) {
            bool filled = faces[face][row * 3 + col] == 'p';
            std::cout << (filled ? pip : ' ') << (col < 2 ? " " : "");
        }
        std::cout << "|\n";
    }
    std::cout << "+-----+\n";
}

bool yes(const std::string& question) {
    std::string answer;
    do {
        std::cout << question << " [yes/no] " << std::flush;
        if (!std::getline(std::cin, answer)) {
            std::exit(1);
        }
        for (char& letter : answer) {
            letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
        }
    } while (answer != "yes" && answer != "no" && answer != "y" && answer != "n");
    return answer[0] == 'y';
}

int score(int red, int one, int other) {
    int factor = 1 + (red == one) + (red == other);
    return (one + other) * factor;
}

int main() {
    bool again = true;
    while (again) {
        int computer = 0;
        std::cout << "THE COMPUTER'S TURN\n";
        for (int i = 0; i < 3; i++) {
            int shown = roll();
            computer += shown + roll();
            draw(shown, '*', "White");
        }

        std::cout << "\nYOUR TURN\n";
        int player = 0;
        bool rolling = true;
        while (rolling) {
            int red = roll(), one = roll(), other = roll();
            draw(red, '#', "Red");
            draw(one, '*', "White");
            draw(other, '*', "White");
            if (red == 1 && one != 1 && other != 1) {
                player = 0;
                rolling = false;
                std::cout << "Bad luck, a red one. Total: 0\n";
            } else {
                int points = score(red, one, other);
                player += points;
                std::cout << "This roll: " << points << "\nTotal: " << player << "\n";
                rolling = yes("Another roll?");
            }
        }

        std::cout << "\nYou have " << player << " points, the computer has " << computer << " points.\n";
        if (player == computer) {
            std::cout << "Nobody wins, it is a draw.\n";
        } else {
            std::cout << (player > computer ? "The player is the winner!\n" : "The computer is the winner!\n");
        }
        again = yes("Another game?");
        std::cout << "\n";
    }
}
