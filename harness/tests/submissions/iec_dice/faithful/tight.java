import java.io.*;
import java.security.SecureRandom;

class tight {
    // Small dice without blanks; double frames for the red die.
    static final String[] SMALL = {"    *    ", "*       *", "*   *   *", "* *   * *", "* * * * *", "* ** ** *"};
    static final SecureRandom source = new SecureRandom();

    static int next() { return 1 + source.nextInt(6); }

    static String[] lines(int face, boolean red) {
        String s = SMALL[face - 1];
        String wall = red ? "║" : "│";
        String[] out = new String[5];
        out[0] = red ? "╔═══╗" : "┌───┐";
        for (int i = 0; i < 3; i++) out[i + 1] = wall + s.substring(3 * i, 3 * i + 3) + wall;
        out[4] = red ? "╚═══╝" : "└───┘";
        return out;
    }

    static void row(String[]... dice) {
        for (int i = 0; i < 5; i++) {
            for (String[] d : dice) System.out.print(d[i] + " ");
            System.out.println();
        }
    }

    public static void main(String[] a) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        System.out.print("What is your name? ");
        String name = reader.readLine();
        boolean playing = true;
        while (playing) {
            int total = 0, rival = 0;
            for (int i = 0; i < 3; i++) {
                int visible = next();
                rival += visible + next();
                System.out.println("Computer:");
                row(lines(visible, false));
            }
            boolean turn = true;
            while (turn) {
                int r = next(), b = next(), c = next();
                System.out.println(name + ":");
                row(lines(b, false), lines(c, false), lines(r, true));
                if (r == 1 && b != 1 && c != 1) {
                    System.out.println("Turn score: 0\nTotal score: " + (total = 0));
                    turn = false;
                    continue;
                }
                int score = b + c;
                if (r == b && r == c) score *= 3; else if (r == b || r == c) score *= 2;
                System.out.println("Turn score: " + score + "\nTotal score: " + (total += score));
                System.out.print("Do you want to stop rolling (y/n)? ");
                turn = !"y".equals(reader.readLine());
            }
            System.out.println(name + " " + total + " : " + rival + " Computer");
            System.out.println(total == rival ? "It's a tie." : "The winner is " + (total > rival ? "the player" : "the computer") + "!");
            System.out.print("Do you want to play again (y/n)? ");
            playing = "y".equals(reader.readLine());
        }
    }
}
