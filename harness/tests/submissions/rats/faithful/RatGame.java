import java.util.List;
import java.util.Scanner;

/**
 * Plays games of Rats! until the players have had enough.
 */
public class RatGame {
    private static final int GOAL = 100;

    private final List<Player> players;
    private final RatDice dice;
    private final Scanner keyboard;

    public RatGame(List<Player> players, long seed, Scanner keyboard) {
        this.players = players;
        this.dice = new RatDice(seed);
        this.keyboard = keyboard;
    }

    public void playGame() {
        int starter = determineStarter();
        boolean again = true;
        while (again) {
            playOnce(starter);
            again = askAgain();
            starter = (starter + 1) % players.size();
        }
        System.out.print("Thanks for playing RATS! Good bye\n");
    }

    /** Lets every player throw until one of them has the highest throw alone; returns who. */
    private int determineStarter() {
        while (true) {
            int best = 0;
            int highest = 0;
            boolean tie = false;
            for (int i = 0; i < players.size(); i++) {
                dice.throwDice();
                System.out.printf("%s rolls %s\n", players.get(i).getName(), dice);
                if (dice.getTotal() > highest) {
                    highest = dice.getTotal();
                    best = i;
                    tie = false;
                } else if (dice.getTotal() == highest) {
                    tie = true;
                }
            }
            if (!tie) {
                System.out.printf("%s goes first\n", players.get(best).getName());
                return best;
            }
            System.out.print("TIE throw again\n");
        }
    }

    private void playOnce(int starter) {
        for (Player player : players) {
            player.reset();
        }
        int turn = starter;
        Player player = players.get(turn);
        takeTurn(player);
        while (player.getScore() < GOAL) {
            turn = (turn + 1) % players.size();
            player = players.get(turn);
            takeTurn(player);
        }
        System.out.printf("\n%s WINS!\n", player.getName());
        for (Player each : players) {
            System.out.printf("\t%s points %d\n", each.getName(), each.getScore());
        }
    }

    private void takeTurn(Player player) {
        int points = 0;
        boolean again = true;
        while (again) {
            dice.throwDice();
            System.out.printf("%s rolls %s", player.getName(), dice);
            if (dice.isRatsEyes()) {
                System.out.printf(" - RATS! total %d\n", player.getScore());
                return;
            }
            points += dice.getTotal();
            int total = player.getScore() + points;
            if (dice.isBoxcar()) {
                System.out.printf(" - BOXCARS! turn %d total %d\n", points, total);
                again = false;
            } else {
                System.out.printf("\tturn %d total %d\n", points, total);
                again = total < GOAL && player.goAgain(points, keyboard);
            }
        }
        player.addPoints(points);
    }

    private boolean askAgain() {
        System.out.print("Do you want to play again? ");
        String answer = keyboard.nextLine().trim();
        System.out.print("\n");
        return answer.equalsIgnoreCase("y") || answer.equalsIgnoreCase("yes");
    }
}
