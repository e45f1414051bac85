import java.util.*;
import java.util.concurrent.ThreadLocalRandom;

/** Numbers are collected in a table; tall dice with blank rows; words stand beside stacked dice. */
public class summary {
    private static final int[][] PIPS = {{}, {4}, {0, 8}, {0, 4, 8}, {0, 2, 6, 8}, {0, 2, 4, 6, 8}, {0, 2, 3, 5, 6, 8}};
    private static final Scanner KEYBOARD = new Scanner(System.in);

    private static int d6() { return ThreadLocalRandom.current().nextInt(1, 7); }

    private static void draw(int face, char pip, String note) {
        char[] cells = "         ".toCharArray();
        for (int at : PIPS[face]) cells[at] = pip;
        System.out.println("    /---------\\");
        System.out.println("    |         |");
        for (int row = 0; row < 3; row++) {
            System.out.printf("    |  %c %c %c  |%s%n", cells[3 * row], cells[3 * row + 1], cells[3 * row + 2], row == 1 ? "   " + note : "");
        }
        System.out.println("    |         |");
        System.out.println("    \\---------/");
    }

    private static char ask(String text, String allowed) {
        while (true) {
            System.out.println(text);
            String line = KEYBOARD.hasNextLine() ? KEYBOARD.nextLine().trim().toUpperCase() : "Q";
            if (line.length() == 1 && allowed.contains(line)) return line.charAt(0);
            System.out.println("What?");
        }
    }

    public static void main(String[] args) {
        char choice = 'P';
        while (choice == 'P') {
            int machine = 0;
            System.out.println("The machine rolls.");
            for (int i = 0; i < 3; i++) {
                int open = d6();
                machine += open + d6();
                draw(open, 'O', "machine, die " + (i + 1) + " of 3");
            }
            int sum = 0;
            boolean rolling = true;
            while (rolling) {
                System.out.println("Your dice:");
                int red = d6(), a = d6(), b = d6();
                draw(red, 'O', "<- red");
                draw(a, 'O', "<- white");
                draw(b, 'O', "<- white");
                boolean lost = red == 1 && a != 1 && b != 1;
                int gained = lost ? 0 : (a + b) * (1 + (a == red ? 1 : 0) + (b == red ? 1 : 0));
                sum = lost ? 0 : sum + gained;
                System.out.println("  this roll |  total");
                System.out.printf("  %9d | %6d%n", gained, sum);
                if (lost) {
                    System.out.println("A lonely red one ends your turn.");
                    rolling = false;
                } else {
                    rolling = ask("Press R to roll again or S to stop:", "RS") == 'R';
                }
            }
            System.out.printf("The machine had %d points and you had %d points.%n", machine, sum);
            System.out.println(sum > machine ? "Well done, you won the game." : sum == machine ? "That is a tie." : "The machine won the game.");
            choice = ask("Press P to play again or Q to quit:", "PQ");
        }
    }
}
