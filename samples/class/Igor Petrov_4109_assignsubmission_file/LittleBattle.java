import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Little Battle. */
public class LittleBattle {
    public static void main(String[] args) throws IOException {
        if (args.length != 1) {
            System.out.println("Usage: python3 little_battle.py <filepath>");
            return;
        }
        List<String> lines = Files.readAllLines(Path.of(args[0]))
        System.out.println("Configuration file " + args[0] + " was loaded.");
    }
}
