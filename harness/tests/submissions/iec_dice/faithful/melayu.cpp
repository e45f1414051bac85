// Permainan dadu IEC.
#include <algorithm>
#include <iostream>
#include <random>
#include <string>
#include <vector>

std::mt19937 enjin{std::random_device{}()};

int lempar() { return std::uniform_int_distribution<int>(1, 6)(enjin); }

void papar(const std::vector<std::pair<int, char>>& dadu) {
    static const std::string corak[6][3] = {{"   ", " x ", "   "}, {"x  ", "   ", "  x"}, {"x  ", " x ", "  x"},
                                            {"x x", "   ", "x x"}, {"x x", " x ", "x x"}, {"x x", "x x", "x x"}};
    for (size_t i = 0; i < dadu.size(); ++i) std::cout << "=====    ";
    std::cout << '\n';
    for (int b = 0; b < 3; ++b) {
        for (auto [muka, tanda] : dadu) {
            std::string s = corak[muka - 1][b];
            std::replace(s.begin(), s.end(), 'x', tanda);
            std::cout << '|' << s << "|    ";
        }
        std::cout << '\n';
    }
    for (size_t i = 0; i < dadu.size(); ++i) std::cout << "=====    ";
    std::cout << '\n';
}

bool tanya(const std::string& soalan) {
    std::string jawapan;
    while (jawapan != "ya" && jawapan != "tidak") {
        std::cout << soalan << " (ya/tidak): ";
        if (!std::getline(std::cin, jawapan)) return false;
    }
    return jawapan == "ya";
}

int main() {
    bool lagi = true;
    while (lagi) {
        int komputer = 0;
        for (int i = 0; i < 3; ++i) {
            int nampak = lempar();
            std::cout << "Dadu komputer yang dipaparkan untuk lemparan ini:\n";
            papar({{nampak, 'o'}});
            komputer += nampak + lempar();
        }
        std::cout << "Giliran anda. Dadu merah di sebelah kanan, dengan tanda @.\n";
        int jumlah = 0;
        bool teruskan = true;
        do {
            int merah = lempar(), p1 = lempar(), p2 = lempar();
            papar({{p1, 'o'}, {p2, 'o'}, {merah, '@'}});
            if (merah == 1 && p1 != 1 && p2 != 1) {
                jumlah = 0;
                std::cout << "Malang! Jumlah markah: 0\n";
                break;
            }
            int markah = p1 + p2;
            if (merah == p1 && merah == p2) markah *= 3;
            else if (merah == p1 || merah == p2) markah *= 2;
            jumlah += markah;
            std::cout << "Markah lemparan ini: " << markah << "\nJumlah markah: " << jumlah << '\n';
            teruskan = tanya("Lempar lagi?");
        } while (teruskan);
        std::cout << "Markah akhir komputer: " << komputer << ", markah akhir anda: " << jumlah << '\n';
        if (jumlah > komputer) std::cout << "Tahniah, anda menang!\n";
        else if (jumlah < komputer) std::cout << "Komputer menang.\n";
        else std::cout << "Seri.\n";
        lagi = tanya("Main lagi?");
    }
}
