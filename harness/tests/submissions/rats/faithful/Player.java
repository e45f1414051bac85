import java.util.Scanner;

/**
 * A player: a name, a score, and whether the computer plays.
 */
public class Player {
    /** More points than these in one turn are enough for the computer. */
    private static final int ENOUGH = 20;

    private final String name;
    private final boolean computer;
    private int score;

    public Player(String name, boolean computer) {
        this.name = name;
        this.computer = computer;
    }

    public String getName() {
        return name;
    }

    public int getScore() {
        return score;
    }

    public void addPoints(int points) {
        score += points;
    }

    public void reset() {
        score = 0;
    }

    /** Returns whether the player throws again with this many points in the turn. */
    public boolean goAgain(int turnPoints, Scanner keyboard) {
        if (computer) {
            return turnPoints <= ENOUGH;
        }
        System.out.print("Give up the dice? ");
        String answer = keyboard.nextLine();
        System.out.print("\n");
        return !answer.toLowerCase().startsWith("y");
    }
}
