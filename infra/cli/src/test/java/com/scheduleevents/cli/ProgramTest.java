package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cli.process.ProcessContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests the program as a whole: help, version, completion, wrong arguments, and the commands in the documentation. */
class ProgramTest {

    private static final List<Path> PAGES = List.of(Path.of("../../docs/command-line.md"), Path.of("../../README.md"));

    /** A command at the beginning of a line or after a pipe, to the end of the line. */
    private static final Pattern COMMAND =
            Pattern.compile("(?m)(?:^|\\| |\\$\\()clinic-events (?<arguments>[^|#\\n]*)");

    private static final Pattern WORD = Pattern.compile("'(?<quoted>[^']*)'|(?<plain>[^\\s']+)");

    @TempDir
    Path home = Path.of("");

    @Test
    void commandsHaveTheNamesOfTheirAnnotations() {
        assertThat(ClinicEvents.commandLine(ProcessContext.ofProcess(), "completion")
                        .getSubcommands())
                .allSatisfy(
                        (name, command) -> assertThat(command.getCommandName()).isEqualTo(name));
    }

    @Test
    void helpNamesEveryCommand() {
        assertThat(new Program(home).run("--help"))
                .contains(
                        "listen",
                        "trigger",
                        "events",
                        "webhooks",
                        "deliveries",
                        "replay",
                        "verify",
                        "keys",
                        "usage",
                        "profiles")
                .contains("completion");
        assertThat(new Program(home).run("webhooks", "--help"))
                .contains("list", "get", "create", "update", "enable", "disable", "rotate", "test", "delete");
        assertThat(new Program(home).run("replay", "--help")).contains("--dry-run", "--profile", "--api", "--json");
    }

    @Test
    void helpComesWithoutArgumentsAndOnACommand() {
        String help = new Program(home).run("--help");
        assertThat(help).contains("help", "Begin with: clinic-events profiles add");
        assertThat(new Program(home).run()).isEqualTo(help);
        assertThat(new Program(home).run("help")).isEqualTo(help);
        assertThat(new Program(home).run("webhooks")).isEqualTo(new Program(home).run("webhooks", "--help"));
        assertThat(new Program(home).run("help", "webhooks", "create"))
                .isEqualTo(new Program(home).run("webhooks", "create", "--help"))
                .contains("--url", "--description");
        assertThat(new Program(home).run("help", "verify")).contains("--secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--api URL --key sk_test_9 webhooks list --json",
                "--api=URL --key=sk_test_9 --json webhooks list",
                "--json webhooks --api URL --key sk_test_9 list",
                "webhooks list --api URL --key sk_test_9 --json",
            })
    void connectionMayStandBeforeTheCommand(String arguments) {
        try (ScriptedApi api = new ScriptedApi()) {
            api.on("GET /v1/webhooks", 200, "{\"data\":[],\"has_more\":false,\"next_cursor\":null}");
            String[] words = arguments.replace("URL", api.url().toString()).split(" ");
            assertThat(new Program(home).run(words)).isEqualToIgnoringWhitespace("[]");
            assertThat(api.last().header("Authorization")).isEqualTo("Bearer sk_test_9");
        }
    }

    @Test
    void profileMayStandBeforeTheCommand() {
        assertThat(new Program(home)
                        .execute("--profile", "other", "events", "list")
                        .err())
                .contains("There is no profile other");
    }

    @ParameterizedTest
    @CsvSource({
        "webhoks list, There is no command webhoks. Did you mean webhooks?",
        "webhooks lst, There is no command lst. Did you mean list?",
        "help webhoks, There is no command webhoks. Did you mean webhooks?",
        "replay whk_1 --dryrun --since 1h, There is no option --dryrun. Did you mean --dry-run?",
        "events get evt_1 evt_2, 'evt_2' is one argument too many.",
    })
    void whatIsSpelledAlikeIsSuggested(String arguments, String sentence) {
        Program.Ended ended = new Program(home).execute(arguments.split(" "));
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains(sentence);
    }

    @Test
    void completionKnowsTypesAndStatuses() {
        assertThat(new Program(home).run("completion")).contains("appointment.no_show", "\"missed\"", "\"dismissed\"");
    }

    @Test
    void versionIsPrinted() {
        assertThat(new Program(home).run("--version")).startsWith("clinic-events ");
    }

    @Test
    @ResourceLock("programs")
    void completionIsAScriptThatBashReads() throws IOException, InterruptedException {
        String script = new Program(home).run("completion");
        assertThat(script).contains("--dry-run", "redeliver");
        Path file = Files.writeString(home.resolve("completion"), script);
        Process bash = new ProcessBuilder("bash", "-n", file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor()).as(said).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nonsense                                  | nonsense",
                "events get                                | EVENT",
                "listen                                    | --forward-to",
                "events list --since yesterday             | is neither a time such as",
                "events list --since 2026-11-22T10:00:00   | is neither a time such as",
                "keys issue --scope x --expires-at 30m     | is not a time such as",
                "events list --limit 0                     | --limit is at least 1",
                "replay whk_1                              | --since",
                "webhooks create                           | --url",
                "webhooks rotate whk_1 --expires-in soon   | is not a length of time",
                "trigger appointment.booked --set field    | FIELD=VALUE",
            })
    void wrongArgumentsFailWithOneLine(String arguments, String sentence) {
        Program program = new Program(home)
                .variable("CLINIC_EVENTS_API", "https://api.example")
                .variable("CLINIC_EVENTS_KEY", "sk_test_1");
        Program.Ended ended = program.execute(arguments.strip().split(" +"));
        assertThat(ended.status()).as(ended.err()).isEqualTo(2);
        assertThat(ended.err().strip()).contains(sentence).doesNotContain("\n", "Exception");
    }

    @ParameterizedTest
    @MethodSource("documentedCommands")
    void documentedCommandIsACommand(String arguments) {
        String[] words = words(arguments);
        CommandLine.ParseResult parsed =
                ClinicEvents.commandLine(new Program(home).context(), words).parseArgs(words);
        assertThat(parsed.hasSubcommand() || parsed.isVersionHelpRequested() || parsed.isUsageHelpRequested())
                .isTrue();
    }

    static Stream<String> documentedCommands() throws IOException {
        List<String> commands = new ArrayList<>();
        for (Path page : PAGES) {
            COMMAND.matcher(Files.readString(page)).results().forEach(found -> commands.add(found.group(1)));
        }
        assertThat(commands).hasSizeGreaterThan(20);
        return commands.stream();
    }

    /** As a shell splits them, up to a redirection. */
    private static String[] words(String arguments) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(arguments);
        while (word.find() && !word.group().startsWith("<") && !word.group().startsWith(">")) {
            words.add(word.group("quoted") == null ? word.group("plain") : word.group("quoted"));
        }
        return words.toArray(String[]::new);
    }
}
