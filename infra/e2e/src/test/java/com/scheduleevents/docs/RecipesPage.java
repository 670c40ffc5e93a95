package com.scheduleevents.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Reads docs/receiving-webhooks/frameworks.md, and the consumers of the guide to the API. */
public final class RecipesPage {

    private static final Path FILE = Path.of("../../docs/receiving-webhooks/frameworks.md");
    private static final Path PULLING = Path.of("../../docs/api/pulling.md");
    private static final Path FEED = Path.of("../../docs/api/feed.md");

    /** A section with its code, which a comment may precede that says how the tests run it. */
    private static final Pattern SECTION = Pattern.compile(
            "\n## (?<title>[^\n]+)\n(?<text>.*?)(?:<!-- run: (?<name>\\w+) (?<file>\\S+) -->\n)?```(?<language>\\w+)\n(?<code>.*?)```\n",
            Pattern.DOTALL);

    private static final Pattern CONSUMER = Pattern.compile("```python\n(.*?)```", Pattern.DOTALL);

    private static final Pattern TABLE = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

    private final String text;

    private RecipesPage(String text) {
        this.text = text;
    }

    /** The page as it is in the working tree. */
    public static RecipesPage read() {
        return new RecipesPage(text(FILE));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The consumer of docs/api/pulling.md, which stores what it pulls in the table of all recipes. */
    public static Recipe consumer() {
        return new Recipe("Consumer", "", "consumer", "consumer.py", program(PULLING, "/queue"));
    }

    /** The consumer of docs/api/feed.md that follows the feed. */
    public static String feedConsumer() {
        return program(FEED, "order=asc");
    }

    /** The program of a page that has this text. */
    private static String program(Path page, String part) {
        return CONSUMER.matcher(text(page))
                .results()
                .map(program -> program.group(1))
                .filter(program -> program.contains(part))
                .findFirst()
                .orElseThrow();
    }

    /**
     * The receiver of one framework.
     *
     * @param title of its section
     * @param text before its code
     * @param name of the directory with what is needed to run it; empty if it is not run
     * @param file that its code belongs into; empty if it is not run
     */
    public record Recipe(String title, String text, String name, String file, String code) {

        /** Whether the tests run it. */
        public boolean isRun() {
            return !name.isEmpty();
        }

        @Override
        public String toString() {
            return title;
        }
    }

    /** The recipes, in the order of the page. */
    public List<Recipe> recipes() {
        return SECTION.matcher(text)
                .results()
                .map(found -> new Recipe(
                        found.group("title"),
                        found.group("text"),
                        found.group("name") == null ? "" : found.group("name"),
                        found.group("file") == null ? "" : found.group("file"),
                        found.group("code")))
                .toList();
    }

    /** The SQL that creates the table of all recipes. */
    public String table() {
        return TABLE.matcher(text).results().findFirst().orElseThrow().group(1);
    }
}
