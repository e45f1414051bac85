/* Wide dice with @ pips; the frame of the red die is drawn with '='. */
#include <cstdlib>
#include <ctime>
#include <iostream>
using namespace std;

int throwDie();
void drawEdge(bool red);
void drawRow(int face, int row, bool red);
void draw(const int faces[], int n, int redAt);
int points(int red, int w1, int w2);

int main() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    srand(now.tv_nsec);
    int answer = 1;
    while (answer == 1) {
        int shown[3], computer = 0;
        for (int i = 0; i < 3; i++) {
            shown[i] = throwDie();
            computer += shown[i];
            computer += throwDie();
        }
        cout << "Each time the computer rolled two dice. You may see these:" << endl;
        draw(shown, 3, -1);
        int total = 0, again = 1;
        while (again == 1) {
            int dice[3] = {throwDie(), throwDie(), throwDie()};
            cout << endl << "Now you rolled:" << endl;
            draw(dice, 3, 1);
            int p = points(dice[1], dice[0], dice[2]);
            if (p < 0) {
                total = 0;
                cout << "Turn over. Total: " << total << endl;
                again = 0;
            } else {
                total = total + p;
                cout << "Roll: " << p << endl << "Total: " << total << endl;
                cout << "Enter 1 to roll again, 0 to stop: ";
                cin >> again;
            }
        }
        cout << "Your total: " << total << endl << "Computer total: " << computer << endl;
        if (total > computer) cout << "YOU WIN!!" << endl;
        if (total < computer) cout << "COMPUTER WINS!!" << endl;
        if (total == computer) cout << "DRAW!!" << endl;
        cout << "Enter 1 to play again, 0 to exit: ";
        cin >> answer;
    }
    return 0;
}

int throwDie() { return rand() % 6 + 1; }

void drawEdge(bool red) {
    for (int i = 0; i < 14; i++) cout << (red ? '=' : '-');
    cout << "  ";
}

void drawRow(int face, int row, bool red) {
    bool left = false, middle = false, right = false;
    if (row == 0) left = face >= 2, right = face >= 4;
    if (row == 1) left = right = face == 6, middle = face % 2 == 1;
    if (row == 2) right = face >= 2, left = face >= 4;
    cout << (red ? "‖ " : "| ") << (left ? '@' : ' ') << "    " << (middle ? '@' : ' ') << "   " << (right ? '@' : ' ') << " " << (red ? "‖" : "|") << "  ";
}

void draw(const int faces[], int n, int redAt) {
    for (int i = 0; i < n; i++) drawEdge(i == redAt);
    cout << endl;
    for (int row = 0; row < 3; row++) {
        for (int i = 0; i < n; i++) drawRow(faces[i], row, i == redAt);
        cout << endl;
    }
    for (int i = 0; i < n; i++) drawEdge(i == redAt);
    cout << endl;
}

int points(int red, int w1, int w2) {
    if (red == w1 && red == w2) return (w1 + w2) * 3;
    if (red == w1 || red == w2) return (w1 + w2) * 2;
    if (red == 1) return -1;
    return w1 + w2;
}
