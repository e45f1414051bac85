import java.util.Random;
import java.util.Scanner;

/** The dice game with box-drawing frames and labels above the dice. */
class boxes {
    static final Random random = new Random();
    static final Scanner in = new Scanner(System.in);
    static final String[][] FACES = {
        {"     ", "  ●  ", "     "}, {"●    ", "     ", "    ●"}, {"●    ", "  ●  ", "    ●"},
        {"●   ●", "     ", "●   ●"}, {"●   ●", "  ●  ", "●   ●"}, {"● ● ●", "     ", "● ● ●"}};

    static int roll() {
        return random.nextInt(6) + 1;
    }

    static void show(int... dice) {
        StringBuilder out = new StringBuilder();
        for (int d : dice) out.append("┌───────┐  ");
        out.append("\n");
        for (int r = 0; r < 3; r++) {
            for (int d : dice) out.append("│ ").append(FACES[d - 1][r]).append(" │  ");
            out.append("\n");
        }
        for (int d : dice) out.append("└───────┘  ");
        System.out.println(out);
    }

    static boolean yes(String question) {
        System.out.print(question + " Enter Y for yes or N for no: ");
        String line = in.nextLine().trim();
        return line.equalsIgnoreCase("y");
    }

    public static void main(String[] args) {
        do {
            int[] seen = new int[3];
            int computer = 0;
            for (int i = 0; i < 3; i++) {
                seen[i] = roll();
                computer += seen[i] + roll();
            }
            System.out.println("COMPUTER (one die of each of its three rolls):");
            show(seen);
            int total = 0;
            boolean more = true;
            while (more) {
                int red = roll(), one = roll(), two = roll();
                System.out.println("YOUR ROLL");
                System.out.println("   RED       WHITE 1    WHITE 2");
                show(red, one, two);
                if (red == 1 && one != 1 && two != 1) {
                    total = 0;
                    System.out.println("The red die is a one! Total score: 0");
                    break;
                }
                int factor = red == one && red == two ? 3 : red == one || red == two ? 2 : 1;
                int score = (one + two) * factor;
                total += score;
                System.out.printf("Total score: %d (this roll: %d)%n", total, score);
                more = yes("Roll again?");
            }
            System.out.println("+--------+----------+");
            System.out.println("| Player | Computer |");
            System.out.println("+--------+----------+");
            System.out.printf("| %6d | %8d |%n", total, computer);
            System.out.println("+--------+----------+");
            String result = total > computer ? "Congratulations, you beat the computer!"
                : total < computer ? "You lost to the computer." : "It ends in a tie.";
            System.out.println(result);
        } while (yes("Another game?"));
    }
}
