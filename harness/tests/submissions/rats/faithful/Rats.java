import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/**
 * Sets up the game of Rats! and has it played.
 */
public class Rats {
    public static void main(String[] args) {
        if (args.length != 1 || !args[0].matches("-?\\d+")) {
            System.out.println("Usage: rats SEED");
            return;
        }
        long seed = Long.parseLong(args[0]);
        Scanner keyboard = new Scanner(System.in);
        System.out.print("Welcome to the game of Rat\n\n");
        int count = askCount(keyboard);
        List<Player> players = new ArrayList<>();
        for (int number = 1; number <= count; number++) {
            System.out.printf("What is the name of player %d: ", number);
            String name = keyboard.nextLine();
            System.out.print("\n");
            players.add(new Player(name, false));
        }
        if (count == 1) {
            players.add(new Player("HAL", true));
        }
        new RatGame(players, seed, keyboard).playGame();
    }

    private static int askCount(Scanner keyboard) {
        while (true) {
            System.out.print("How many players today? ");
            String line = keyboard.nextLine().trim();
            System.out.print("\n");
            try {
                int count = Integer.parseInt(line);
                if (count > 0) {
                    return count;
                }
                System.out.print("Please enter a positve number. Try again.\n");
            } catch (NumberFormatException e) {
                System.out.printf("Bad value %s\n", line);
                System.out.print("This is not an integer.  Try again.\n");
            }
        }
    }
}
