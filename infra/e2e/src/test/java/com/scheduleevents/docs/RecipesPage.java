package com.scheduleevents.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Reads docs/receiving-webhooks/frameworks.md. */
public final class RecipesPage {

    private static final Path FILE = Path.of("../../docs/receiving-webhooks/frameworks.md");

    /** A section with its code, which a comment may precede that says how the tests run it. */
    private static final Pattern SECTION = Pattern.compile(
            "\n## (?<title>[^\n]+)\n(?<text>.*?)(?:<!-- run: (?<name>\\w+) (?<file>\\S+) -->\n)?```(?<language>\\w+)\n(?<code>.*?)```\n",
            Pattern.DOTALL);

    private static final Pattern TABLE = Pattern.compile("```sql\n(.*?)```", Pattern.DOTALL);

    private final String text;

    private RecipesPage(String text) {
        this.text = text;
    }

    /** The page as it is in the working tree. */
    public static RecipesPage read() {
        try {
            return new RecipesPage(Files.readString(FILE));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
