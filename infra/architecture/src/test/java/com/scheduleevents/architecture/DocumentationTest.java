package com.scheduleevents.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that pages and code lead to each other: links, numbers of requirements, names of tests; and the form of pages. */
final class DocumentationTest {

    private static final Path REQUIREMENTS = CompiledCode.ROOT.resolve("docs/requirements.md");

    /** Such as {@code requirement R4} or {@code requirements R8 to R14}, also across the lines of a comment. */
    private static final Pattern CITATION =
            Pattern.compile("[Rr]equirements?[\\s*/#]+R([0-9]+)(?:[\\s*/#]+(?:and|to)[\\s*/#]+R([0-9]+))?");

    /** A row of the page: number, requirement, tests. */
    private static final Pattern ROW = Pattern.compile("(?m)^\\| R([0-9]+) \\| ([^|]+) \\| ([^|]+) \\|$");

    private static final Pattern CODE_BLOCK = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)[^)]*\\)");

    private static final int MOST_WORDS = 800;

    /** A sentence that begins with "What" and is no question. */
    private static final Pattern CLAUSE_AS_SUBJECT =
            Pattern.compile("(?m)(?:^|(?<=[.:;] )|(?<=\\| ))What [a-z](?:[^.?!|*]|\\.(?=\\S))*[.|]");

    /** A title, then the line of the status. */
    private static final Pattern DECISION = Pattern.compile(
            "(?s)# [^\n]+\n\nStatus: (?:accepted|superseded by \\[[^\n]+]\\([^\n]+\\)), 20[0-9]{2}-[01][0-9]-[0-3][0-9]\n\n.+");

    @Test
    void everyLinkOfAPageLeadsSomewhere() {
        Map<Path, String> pages = pages();
        Map<Path, Set<String>> anchors = pages.entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, page -> anchors(page.getValue())));
        List<String> broken = new ArrayList<>();
        pages.forEach((page, text) -> links(text)
                .filter(link -> !leads(page, link, anchors))
                .forEach(link -> broken.add(page + ": " + link)));
        assertThat(pages.values().stream().flatMap(DocumentationTest::links).count())
                .isGreaterThan(300);
        assertThat(broken).isEmpty();
    }

    @Test
    void requirementsAreNumberedInTheirOrder() {
        List<Integer> numbers =
                requirements().map(row -> Integer.valueOf(row.group(1))).toList();
        assertThat(numbers)
                .hasSizeGreaterThan(20)
                .isEqualTo(IntStream.rangeClosed(1, numbers.size()).boxed().toList());
    }

    @Test
    void everyRequirementIsHeldByTestsThatExist() {
        Set<String> tests = sources()
                .map(file -> file.getFileName().toString())
                .filter(name -> name.endsWith("Test.java"))
                .map(name -> name.replace(".java", ""))
                .collect(Collectors.toSet());
        List<String> promises = promises();
        assertThat(requirements()).allSatisfy(row -> {
            List<String> names = Pattern.compile("`(\\w+)`")
                    .matcher(row.group(3))
                    .results()
                    .map(name -> name.group(1))
                    .toList();
            assertThat(names).as(row.group()).isNotEmpty().allSatisfy(name -> {
                if (name.equals(name.toUpperCase(Locale.ROOT))) {
                    assertThat(promises).contains(name);
                } else {
                    assertThat(tests).contains(name);
                }
            });
        });
    }

    @Test
    void everyRequirementThatIsCitedExists() {
        long last = requirements().count();
        Set<Integer> cited = new TreeSet<>();
        Stream.concat(sources(), pages().keySet().stream())
                .flatMap(file -> CITATION.matcher(text(file)).results())
                .flatMap(citation -> Stream.of(citation.group(1), citation.group(2)))
                .filter(Objects::nonNull)
                .forEach(number -> cited.add(Integer.valueOf(number)));
        assertThat(cited).hasSizeGreaterThan(10).allSatisfy(number -> assertThat(number)
                .isBetween(1, (int) last));
    }

    @Test
    void pageOfTheSimulationHasEveryPromise() {
        List<String> checked = Pattern.compile("(?m)^\\| `([A-Z_]+)` \\|")
                .matcher(text(CompiledCode.ROOT.resolve("docs/simulation/promises.md")))
                .results()
                .map(row -> row.group(1))
                .toList();
        assertThat(checked).containsExactlyInAnyOrderElementsOf(promises());
    }

    @Test
    void everyDecisionHasAStatusAndADate() {
        List<Path> decisions = files(CompiledCode.ROOT.resolve("docs/decisions"), 1)
                .filter(file -> file.toString().endsWith(".md"))
                .toList();
        assertThat(decisions)
                .hasSizeGreaterThan(30)
                .allSatisfy(page -> assertThat(text(page)).as(page.toString()).matches(DECISION));
    }

    /** Further pages on the same topic are in a folder of its name. */
    @Test
    void pagesBeginWithWhatANewcomerNeeds() {
        List<Path> begin = files(CompiledCode.ROOT.resolve("docs"), 1)
                .filter(file -> file.toString().endsWith(".md"))
                .toList();
        assertThat(begin).hasSizeGreaterThan(10).allSatisfy(page -> assertThat(words(introduction(text(page))))
                .as(page.toString())
                .isBetween(10, MOST_WORDS));
    }

    @Test
    void readmeIsShort() {
        assertThat(words(text(CompiledCode.ROOT.resolve("README.md")))).isLessThanOrEqualTo(MOST_WORDS);
    }

    /** "What failed is sent again" makes its reader guess what it is. */
    @Test
    void subjectsOfSentencesAreNamed() {
        assertThat(pages()).allSatisfy((page, text) -> assertThat(
                        CLAUSE_AS_SUBJECT.matcher(text).results())
                .extracting(MatchResult::group)
                .as(page.toString())
                .isEmpty());
    }

    /** The text before the first heading but the title. */
    private static String introduction(String page) {
        int heading = page.indexOf("\n## ");
        return heading < 0 ? page : page.substring(0, heading);
    }

    private static int words(String text) {
        return text.strip().split("\\s+").length;
    }

    private static List<String> promises() {
        return Pattern.compile("(?m)^    ([A-Z_]+),?$")
                .matcher(text(CompiledCode.ROOT.resolve(
                        "infra/simulation/src/main/java/com/scheduleevents/simulation/promises/Promise.java")))
                .results()
                .map(promise -> promise.group(1))
                .toList();
    }

    private static Stream<MatchResult> requirements() {
        return ROW.matcher(text(REQUIREMENTS)).results();
    }

    private static Stream<String> links(String page) {
        return LINK.matcher(page).results().map(link -> link.group(1)).filter(link -> !link.matches("[a-z]+:.*"));
    }

    private static boolean leads(Path page, String link, Map<Path, Set<String>> anchors) {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
        return Files.exists(target)
                && (hash < 0
                        || !anchors.containsKey(target)
                        || anchors.get(target).contains(link.substring(hash + 1)));
    }

    /** The anchors that GitHub gives the headings of a page. */
    private static Set<String> anchors(String page) {
        return HEADING.matcher(page)
                .results()
                .map(heading -> heading.group(1)
                        .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    /** The text of every page, without the blocks of code in it. */
    private static Map<Path, String> pages() {
        List<Path> roots = Stream.of("docs", "functions", "infra")
                .map(CompiledCode.ROOT::resolve)
                .toList();
        return Stream.concat(files(CompiledCode.ROOT, 1), roots.stream().flatMap(root -> files(root, 20)))
                .filter(file -> file.toString().endsWith(".md"))
                .filter(file -> !file.toString().contains("/target/"))
                .collect(Collectors.toMap(
                        Path::normalize, file -> CODE_BLOCK.matcher(text(file)).replaceAll("")));
    }

    /** The Java files of all modules, main and test. */
    private static Stream<Path> sources() {
        return CompiledCode.modules()
                .map(module -> CompiledCode.ROOT.resolve(module).resolve("src"))
                .filter(Files::exists)
                .flatMap(root -> files(root, 20))
                .filter(file -> file.toString().endsWith(".java"));
    }

    private static Stream<Path> files(Path root, int depth) {
        try (Stream<Path> files = Files.walk(root, depth)) {
            return files.filter(Files::isRegularFile).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
