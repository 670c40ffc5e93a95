import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Adds up what every module's tests reported, and says it in one line at the end of the build, after a line about what it could not test. */
final class CountTests {

    private static final Pattern SUITE = Pattern.compile("<testsuite [^>]*>");

    private static final Pattern REASON = Pattern.compile("<skipped message=\"(The console [^\"]*)\"");

    private CountTests() {}

    /**
     * @param args the root of the project
     */
    public static void main(String[] args) throws IOException {
        int tests = 0;
        int failed = 0;
        int skipped = 0;
        Set<String> reasons = new TreeSet<>();
        for (Path report : reports(Path.of(args[0]))) {
            String text = Files.readString(report);
            REASON.matcher(text).results().forEach(reason -> reasons.add(reason.group(1)));
            Matcher suite = SUITE.matcher(text);
            if (suite.find()) {
                tests += number(suite.group(), "tests");
                failed += number(suite.group(), "failures") + number(suite.group(), "errors");
                skipped += number(suite.group(), "skipped");
            }
        }
        reasons.forEach(System.out::println);
        System.out.printf("%d passed, %d failed, %d skipped%n", tests - failed - skipped, failed, skipped);
    }

    private static List<Path> reports(Path root) throws IOException {
        try (Stream<Path> files = Files.find(
                root, 5, (path, attributes) -> path.toString().matches(".*surefire-reports.TEST-.*\\.xml"))) {
            return files.toList();
        }
    }

    private static int number(String suite, String name) {
        Matcher value = Pattern.compile(" " + name + "=\"(\\d+)\"").matcher(suite);
        if (!value.find()) {
            throw new IllegalStateException("a test report lacks its number of " + name);
        }
        return Integer.parseInt(value.group(1));
    }
}
