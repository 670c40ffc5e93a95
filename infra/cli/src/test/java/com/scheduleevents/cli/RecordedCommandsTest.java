package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that commands send the requests and print the texts that were reviewed. The file has commands, each with the requests, what is
 * printed (after {@code !} on the error stream) and an exit status that is not 0. After an intended change, {@code target/commands.txt}
 * replaces it.
 */
class RecordedCommandsTest {

    private static final Path REVIEWED = Path.of("src/test/resources/com/scheduleevents/cli/commands.txt");
    private static final Path RESPONSES = Path.of("src/test/resources/com/scheduleevents/cli/responses.txt");

    private static final Pattern RESPONSE = Pattern.compile("(?<line>[A-Z]+ \\S+) (?<status>\\d{3})(?: (?<body>.*))?");
    private static final Pattern WORD = Pattern.compile("'(?<quoted>[^']*)'|[^\\s']+");

    @TempDir
    Path home = Path.of("");

    @Test
    void requestsAndTextsAreThoseThatWereReviewed() throws IOException {
        List<String> reviewed = Files.readAllLines(REVIEWED);
        List<String> said = new ArrayList<>();
        for (String command :
                reviewed.stream().filter(line -> line.startsWith("$ ")).toList()) {
            said.add(command);
            said.addAll(run(command.substring(2)));
            said.add("");
        }
        Files.write(Path.of("target/commands.txt"), said);
        assertThat(said).containsExactlyElementsOf(reviewed);
    }

    private List<String> run(String command) throws IOException {
        try (ScriptedApi api = new ScriptedApi()) {
            Files.readString(RESPONSES)
                    .replace("\n ", "")
                    .lines()
                    .map(RESPONSE::matcher)
                    .filter(Matcher::matches)
                    .forEach(found -> api.on(
                            found.group("line"),
                            Integer.parseInt(found.group("status")),
                            found.group("body") == null ? "" : found.group("body")));
            Program.Ended ended = new Program(home).using(api).execute(words(command));
            List<String> said = new ArrayList<>();
            api.requests()
                    .forEach(request -> said.add(
                            ("> " + request.line() + idempotent(request) + " " + request.body()).stripTrailing()));
            ended.out()
                    .lines()
                    .map(line -> "| " + line)
                    .map(String::stripTrailing)
                    .forEach(said::add);
            ended.err().lines().map(line -> "! " + line).forEach(said::add);
            if (ended.status() != 0) {
                said.add("= " + ended.status());
            }
            return said;
        }
    }

    private static String idempotent(ScriptedApi.SentRequest request) {
        return request.header("Idempotency-key").isEmpty() ? "" : " once";
    }

    /** As a shell splits them. */
    private static String[] words(String command) {
        return WORD.matcher(command)
                .results()
                .map(word -> word.group().startsWith("'") ? word.group("quoted") : word.group())
                .toArray(String[]::new);
    }
}
