import java.util.Random;

/**
 * The two dice of Rats!. This class is provided: do not change it.
 */
public class RatDice {
    private static final int SIDES = 6;

    private final Random random;
    private int first;
    private int second;

    /**
     * Makes a pair of dice and throws it once.
     *
     * @param seed the seed of the random numbers
     */
    public RatDice(long seed) {
        random = new Random(seed);
        throwDice();
    }

    /** Throws both dice, and returns the points that they show together. */
    public int throwDice() {
        first = random.nextInt(SIDES) + 1;
        second = random.nextInt(SIDES) + 1;
        return getTotal();
    }

    /** Returns the points that the dice show together. */
    public int getTotal() {
        return first + second;
    }

    /** Returns whether both dice show a 1. */
    public boolean isRatsEyes() {
        return first == 1 && second == 1;
    }

    /** Returns whether both dice show a 6. */
    public boolean isBoxcar() {
        return first == SIDES && second == SIDES;
    }

    /** Returns the dice as they are announced, such as 3-5. */
    @Override
    public String toString() {
        return first + "-" + second;
    }
}
