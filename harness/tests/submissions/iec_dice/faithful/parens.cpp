#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <random>
using Face = std::array<std::string, 3>;
// Round brackets as sides; big pips; the totals stand after a blank line.
Face look(int n, const std::string& p) {
    std::string e(p.size(), ' ');
    auto row = [&](bool l, bool m, bool r) { return (l ? p : e) + " " + (m ? p : e) + " " + (r ? p : e); };
    return {row(n > 1, false, n > 3), row(n == 6, n % 2, n == 6), row(n > 3, false, n > 1)};
}
void print(const std::vector<Face>& faces) {
    for (int i = 0; i < 3; i++) {
        for (auto& f : faces) std::cout << "( " << f[i] << " )      ";
        std::cout << "\n";
    }
}
bool confirm(const char* text) {
    for (std::string s;;) {
        std::cout << text << " (y or n)" << std::endl;
        if (!(std::cin >> s)) std::exit(0);
        if (s == "y") return true;
        if (s == "n") return false;
        std::cout << "Only y or n, please." << std::endl;
    }
}
int main() {
    auto now = std::chrono::high_resolution_clock::now().time_since_epoch().count();
    std::default_random_engine engine(static_cast<unsigned>(now));
    engine.discard(50);
    std::uniform_int_distribution<> six(1, 6);
    auto roll = std::bind(six, engine);
    do {
        int opponent = 0;
        for (const char* n : {"First", "Second", "Third"}) {
            int a = roll(), b = roll();
            std::cout << n << " roll of the computer:\n";
            print({look(b, "o")});
            opponent += a + b;
        }
        int score = 0;
        for (bool go = true; go;) {
            int r = roll(), x = roll(), y = roll();
            std::cout << "Your roll:\n";
            print({look(r, "#"), look(x, "o"), look(y, "o")});
            std::cout << "\n";
            if (r == 1 && x != 1 && y != 1) {
                score = 0;
                std::cout << "Your score is now 0.\n";
                break;
            }
            int gain = (x + y) * (1 + (r == x) + (r == y));
            score += gain;
            std::cout << "This roll is worth " << gain << " points.\nYour score is now " << score << ".\n";
            go = confirm("Roll?");
        }
        std::printf("\nFINAL SCORES\n  computer %d\n  you      %d\n", opponent, score);
        std::fflush(stdout);
        std::cout << (score > opponent ? "You are the winner." : score < opponent ? "The computer is the winner." : "It is a draw.") << "\n";
    } while (confirm("Play?"));
}
