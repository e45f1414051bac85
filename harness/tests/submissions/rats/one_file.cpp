// Rats! in C++ and one file, with dice that fall as the course's Java class lets them fall.

#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

// java.util.Random, as far as a die with six faces needs it; thrown once when it is made.
class RatDice {
public:
    explicit RatDice(int64_t seed) : state((static_cast<uint64_t>(seed) ^ 0x5DEECE66DULL) & MASK) {
        throwDice();
    }

    void throwDice() {
        first = die();
        second = die();
    }

    int sum() const { return first + second; }
    bool ratsEyes() const { return first == 1 && second == 1; }
    bool boxcars() const { return first == 6 && second == 6; }
    string text() const { return to_string(first) + "-" + to_string(second); }

private:
    static const uint64_t MASK = (1ULL << 48) - 1;
    uint64_t state;
    int first = 0, second = 0;

    int die() {
        while (true) {
            state = (state * 0x5DEECE66DULL + 0xB) & MASK;
            int64_t bits = static_cast<int64_t>(state >> 17);
            int64_t face = bits % 6;
            if (bits - face + 5 <= INT32_MAX) return static_cast<int>(face) + 1;
        }
    }
};

struct Player {
    string name;
    bool human;
    int points;
};

string readLine(const string& prompt) {
    string line;
    cout << prompt << flush;
    if (!getline(cin, line)) exit(1);
    cout << '\n';
    return line;
}

int askCount() {
    while (true) {
        string line = readLine("How many players today? ");
        size_t used = 0;
        int count = 0;
        try {
            count = stoi(line, &used);
        } catch (const exception&) {
            used = 0;
        }
        if (used == 0 || used != line.size()) {
            cout << "Bad value " << line << "\nThis is not an integer.  Try again.\n";
        } else if (count <= 0) {
            cout << "Please enter a positve number. Try again.\n";
        } else {
            return count;
        }
    }
}

size_t whoStarts(const vector<Player>& players, RatDice& dice) {
    while (true) {
        vector<size_t> best;
        int highest = 0;
        for (size_t i = 0; i < players.size(); i++) {
            dice.throwDice();
            cout << players[i].name << " rolls " << dice.text() << '\n';
            if (dice.sum() > highest) {
                highest = dice.sum();
                best.clear();
            }
            if (dice.sum() == highest) best.push_back(i);
        }
        if (best.size() == 1) {
            cout << players[best[0]].name << " goes first\n";
            return best[0];
        }
        cout << "TIE throw again\n";
    }
}

bool wantsToStop(const Player& player, int turn) {
    if (!player.human) return turn > 20;
    string answer = readLine("Give up the dice? ");
    return !answer.empty() && tolower(static_cast<unsigned char>(answer[0])) == 'y';
}

void takeTurn(Player& player, RatDice& dice) {
    int turn = 0;
    while (true) {
        dice.throwDice();
        cout << player.name << " rolls " << dice.text();
        if (dice.ratsEyes()) {
            cout << " - RATS! total " << player.points << '\n';
            return;
        }
        turn += dice.sum();
        int total = player.points + turn;
        cout << (dice.boxcars() ? " - BOXCARS! " : "\t") << "turn " << turn << " total " << total << '\n';
        if (dice.boxcars() || total >= 100 || wantsToStop(player, turn)) {
            player.points = total;
            return;
        }
    }
}

void playGame(vector<Player>& players, size_t turn, RatDice& dice) {
    for (Player& player : players) player.points = 0;
    while (true) {
        takeTurn(players[turn], dice);
        if (players[turn].points >= 100) break;
        turn = (turn + 1) % players.size();
    }
    cout << '\n' << players[turn].name << " WINS!\n";
    for (const Player& player : players) cout << '\t' << player.name << " points " << player.points << '\n';
}

bool again() {
    string answer = readLine("Do you want to play again? ");
    for (char& letter : answer) letter = static_cast<char>(tolower(static_cast<unsigned char>(letter)));
    return answer == "y" || answer == "yes";
}

int main(int argc, char** argv) {
    char* end = nullptr;
    long long seed = argc == 2 ? strtoll(argv[1], &end, 10) : 0;
    if (argc != 2 || *argv[1] == '\0' || *end != '\0') {
        cout << "Usage: rats SEED\n";
        return 0;
    }
    RatDice dice(seed);
    cout << "Welcome to the game of Rat\n\n";
    int count = askCount();
    vector<Player> players;
    for (int i = 1; i <= count; i++)
        players.push_back({readLine("What is the name of player " + to_string(i) + ": "), true, 0});
    if (count == 1) players.push_back({"HAL", false, 0});
    size_t starter = whoStarts(players, dice);
    do {
        playGame(players, starter, dice);
        starter = (starter + 1) % players.size();
    } while (again());
    cout << "Thanks for playing RATS! Good bye\n";
    return 0;
}
