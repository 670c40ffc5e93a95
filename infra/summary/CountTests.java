import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Adds up what every module's tests reported, and says it in one line at the end of the build, after a line about what it could not test. */
final class CountTests {

    private CountTests() {}

    /**
     * @param args the root of the project
     */
    public static void main(String[] args) throws IOException {
        int passed = 0;
        int failed = 0;
        int skipped = 0;
        Set<String> reasons = new TreeSet<>();
        for (Path run : runs(Path.of(args[0]))) {
            List<String> lines = Files.readAllLines(run);
            String[] counts = lines.getFirst().split(" ");
            passed += Integer.parseInt(counts[0]);
            failed += Integer.parseInt(counts[1]);
            skipped += Integer.parseInt(counts[2]);
            reasons.addAll(lines.subList(1, lines.size()));
        }
        reasons.stream().filter(reason -> reason.startsWith("The console ")).forEach(System.out::println);
        System.out.printf("%d passed, %d failed, %d skipped%n", passed, failed, skipped);
    }

    /** Written by {@code infra/testlog}. */
    private static List<Path> runs(Path root) throws IOException {
        try (Stream<Path> files = Files.find(root, 5, (path, attributes) -> path.getParent().endsWith("target/test-counts"))) {
            return files.toList();
        }
    }
}
