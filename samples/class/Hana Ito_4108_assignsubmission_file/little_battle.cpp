// Little Battle: recruiting works; moving is not finished, and configurations are not checked.
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace std;

typedef pair<int, int> Position;

int width, height, year = 617;
map<Position, string> cells;   // water, resources and armies by their positions
map<char, int> assets[3];
map<char, string> prices = {{'S', "WF"}, {'A', "WG"}, {'K', "FG"}, {'T', "WFG"}};
map<char, string> names = {{'S', "Spearman"}, {'A', "Archer"}, {'K', "Knight"}, {'T', "Scout"}};

Position home(int player) {
    return player == 1 ? Position(1, 1) : Position(width - 2, height - 2);
}

void load(const string& path) {
    ifstream file(path);
    if (!file) {
        cerr << "FileNotFoundError: " << path << endl;
        exit(1);
    }
    string line;
    getline(file, line);
    sscanf(line.c_str(), "Frame: %dx%d", &width, &height);
    string texts[] = {"~~", "WW", "FF", "GG"};
    for (const string& text : texts) {
        getline(file, line);
        stringstream numbers(line.substr(line.find(':') + 1));
        int x, y;
        while (numbers >> x >> y) cells[Position(x, y)] = text;
    }
    cells[home(1)] = "H1";
    cells[home(2)] = "H2";
}

void show_map() {
    cout << "Please check the battlefield, commander.\n  X";
    for (int x = 0; x < width; x++) cout << (x ? " " : "") << "0" << x;
    cout << "X\n";
    string rule = " Y+" + string(3 * width - 1, '-') + "+\n";
    cout << rule;
    for (int y = 0; y < height; y++) {
        cout << "0" << y << "|";
        for (int x = 0; x < width; x++) cout << (cells.count(Position(x, y)) ? cells[Position(x, y)] : "  ") << "|";
        cout << "\n";
    }
    cout << rule;
}

void show_prices() {
    cout << "Recruit Prices:\n  Spearman (S) - 1W, 1F\n  Archer (A) - 1W, 1G\n  Knight (K) - 1F, 1G\n"
            "  Scout (T) - 1W, 1F, 1G\n";
}

// Reads an answer that is no command.
string ask(const string& question) {
    while (true) {
        cout << "\n" << question << endl;
        string answer;
        if (!getline(cin, answer) || answer == "QUIT") exit(0);
        if (answer == "DIS") show_map();
        else if (answer == "PRIS") show_prices();
        else return answer;
    }
}

bool can_pay(int player, char kind) {
    for (char resource : prices[kind])
        if (assets[player][resource] < 1) return false;
    return true;
}

void place(int player, char kind) {
    while (true) {
        stringstream answer(ask("You want to recruit a " + names[kind] +
                                ". Enter two integers as format 'x y' to place your army."));
        int x, y;
        if (!(answer >> x >> y)) {
            cout << "Sorry, invalid input. Try again.\n";
            continue;
        }
        if (abs(x - home(player).first) + abs(y - home(player).second) != 1 || cells.count(Position(x, y))) {
            cout << "You must place your newly recruited unit in an unoccupied position next to your home base. Try again.\n";
            continue;
        }
        cells[Position(x, y)] = string(1, kind) + to_string(player);
        for (char resource : prices[kind]) assets[player][resource]--;
        cout << "\nYou has recruited a " << names[kind] << ".\n\n";
        return;
    }
}

void recruit(int player) {
    cout << "+++Player " << player << "'s Stage: Recruit Armies+++\n\n";
    while (true) {
        cout << "[Your Asset: Wood - " << assets[player]['W'] << " Food - " << assets[player]['F'] << " Gold - "
             << assets[player]['G'] << "]\n";
        bool any = false;
        for (auto& price : prices) any = any || can_pay(player, price.first);
        if (!any) {
            cout << "No resources to recruit any armies.\n";
            return;
        }
        string answer = ask("Which type of army to recruit, (enter) 'S', 'A', 'K', or 'T'? Enter 'NO' to end this stage.");
        if (answer == "NO") return;
        if (answer.size() != 1 || !names.count(answer[0])) cout << "Sorry, invalid input. Try again.\n";
        else if (!can_pay(player, answer[0])) cout << "Insufficient resources. Try again.\n";
        else place(player, answer[0]);
    }
}

int main(int count, char** arguments) {
    if (count != 2) {
        cout << "Usage: python3 little_battle.py <filepath>\n";
        return 0;
    }
    load(arguments[1]);
    for (int player = 1; player <= 2; player++)
        for (char resource : string("WFG")) assets[player][resource] = 2;
    cout << "Configuration file " << arguments[1] << " was loaded.\nGame Started: Little Battle! (enter QUIT to quit the game)\n\n";
    show_map();
    cout << "(enter DIS to display the map)\n\n";
    show_prices();
    cout << "(enter PRIS to display the price list)\n\n";
    while (true) {
        for (int player = 1; player <= 2; player++) {
            cout << "-Year " << year << "-\n\n";
            recruit(player);
            cout << "\n===Player " << player << "'s Stage: Move Armies===\n\nNo Army to Move: next turn.\n\n";
        }
        year++;
    }
}
