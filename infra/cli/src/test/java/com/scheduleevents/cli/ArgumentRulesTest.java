package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cli.process.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Tests that every argument of every command is checked before anything is sent. */
class ArgumentRulesTest {

    /** A right value of each kind. */
    private static final Map<String, String> RIGHT = Map.ofEntries(
            Map.entry("WEBHOOK", "whk_1"),
            Map.entry("EVENT", "evt_1"),
            Map.entry("KEY-ID", "key_1"),
            Map.entry("CLINIC", "cln_1"),
            Map.entry("TYPE", "offer.created"),
            Map.entry("SCOPE", "events:read"),
            Map.entry("NAME", "local"),
            Map.entry("STATUS", "failed"),
            Map.entry("HTTPS-URL", "https://r.example/hooks"),
            Map.entry("URL", "http://127.0.0.1:1"),
            Map.entry("KEY", "sk_test_1"),
            Map.entry("TIME", "1h"),
            Map.entry("DAY", "2026-11-01"),
            Map.entry("N", "5"),
            Map.entry("REPLAY", "rpl_1"),
            Map.entry("JSON", "{}"),
            Map.entry("BOOLEAN", "true"),
            Map.entry("SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"));

    /** Where any text is right, or the file decides. */
    private static final List<String> FREE = List.of("TEXT", "FIELD=VALUE", "FIELD=JSON", "SECRET");

    private final ScriptedApi api = new ScriptedApi();

    @TempDir
    Path home = Path.of("");

    private Program program = new Program(home);

    @BeforeEach
    void prepare() {
        program = new Program(home).using(api).at(new OneAnswer());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    /** An argument of a command, with what else the command needs. */
    record Case(List<String> words, List<String> others, String name, String label) {

        @Override
        public String toString() {
            return String.join(" ", words) + " " + name;
        }

        String[] with(String value) {
            List<String> all = new ArrayList<>(words);
            all.addAll(others);
            all.add(name.startsWith("-") ? name + "=" + value : value);
            return all.toArray(String[]::new);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void argumentThatCannotBeRightIsRefusedBeforeAnythingIsSent(Case each) {
        for (String value : List.of("", "a b", "..", "../x", "\u2013", "-1x", "#")) {
            Program.Ended ended = program.execute(each.with(value));
            assertThat(ended.status())
                    .as("%s with '%s': %s", each, value, ended.err() + ended.out())
                    .isEqualTo(2);
            assertThat(ended.err().strip()).doesNotContain("Exception").isNotBlank();
            assertThat(api.requests()).as("%s with '%s'", each, value).isEmpty();
        }
    }

    static Stream<Case> cases() {
        CommandLine all = ClinicEvents.commandLine(new Program(Path.of("")).context(), "completion");
        List<Case> cases = new ArrayList<>();
        collect(all, List.of(), cases);
        assertThat(cases).hasSizeGreaterThan(60);
        return cases.stream();
    }

    private static void collect(CommandLine command, List<String> words, List<Case> cases) {
        command.getSubcommands().forEach((name, each) -> {
            List<String> more = new ArrayList<>(words);
            more.add(name);
            collect(each, more, cases);
        });
        if (!command.getSubcommands().isEmpty() || words.equals(List.of("help"))) {
            return;
        }
        for (ArgSpec argument : command.getCommandSpec().args()) {
            String label = argument.paramLabel();
            if (argument.arity().max() > 0 && !FREE.contains(label)) {
                List<String> others = command.getCommandSpec().args().stream()
                        .filter(other -> other != argument && other.required() && !isBefore(argument, other))
                        .map(ArgumentRulesTest::right)
                        .toList();
                cases.add(new Case(beforeIt(command, argument, words), others, name(argument), label));
            }
        }
    }

    /** Positional arguments come in their order, so that the first ones stand before the one that is tested. */
    private static boolean isBefore(ArgSpec argument, ArgSpec other) {
        return argument.isPositional() && other.isPositional();
    }

    private static List<String> beforeIt(CommandLine command, ArgSpec argument, List<String> words) {
        List<String> all = new ArrayList<>(words);
        if (argument.isPositional()) {
            command.getCommandSpec().positionalParameters().stream()
                    .takeWhile(other -> other != argument)
                    .map(ArgumentRulesTest::right)
                    .forEach(all::add);
        }
        return all;
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    private static String right(ArgSpec argument) {
        String value = RIGHT.getOrDefault(argument.paramLabel(), "");
        return argument instanceof OptionSpec option ? option.longestName() + "=" + value : value;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "localhost:99999          | the port 99999",
                "localhost:0              | the port 0",
                "99999                    | the port 99999",
                "http://my_app:3000       | no underscore",
                "http://3000              | not an address such as 127.0.0.1; a port of this machine is localhost:3000",
                "http://2130706433/       | not an address",
                "http://0x7f.1/           | not an address",
                "127.1                    | not an address",
                "http://256.0.0.1         | not an address",
                "ftp://localhost/hooks    | begins with ftp://",
                "file:///etc/passwd       | begins with file://",
                "http://a:b@localhost     | a user name or a password",
                "http:///hooks            | has no host",
                "http://localhost:x/hooks | host:port",
                "localhost:3000/hooks#top | has a #",
                "http://[::1/             | host:port",
                "http://local host        | white space",
                "localhost–3000           | a character in its host",
            })
    void targetThatClientsWouldReadDifferentlyIsRefused(String url, String why) {
        Program.Ended ended = program.execute("listen", "--forward-to", url);
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err())
                .contains("--forward-to takes a URL such as http://localhost:3000/hooks; what is given", why);
        assertThat(api.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PORT",
                ":PORT/hooks",
                "PORT/hooks",
                "HTTP://localhost:PORT",
                "localhost:PORT",
                "http://127.0.0.1:PORT/"
            })
    void portAloneIsOneOfThisMachineAndASchemeMayBeInCapitals(String url) {
        try (RawTarget target = RawTarget.writing("HTTP/1.1 204 No Content\r\n\r\n");
                PulledApi pulled = new PulledApi()) {
            program.using(pulled.url());
            pulled.delivers("evt_1").meanwhile(program::stop);
            Program.Ended ended =
                    program.execute("listen", "--forward-to", url.replace("PORT", Integer.toString(target.port())));
            assertThat(ended.out()).containsPattern("succeeded +204");
        }
    }

    /** At a terminal, where somebody types a key when asked for it, and nothing else. */
    private record OneAnswer() implements Terminal {

        @Override
        public boolean isInteractive() {
            return true;
        }

        @Override
        public Optional<String> secret(String prompt) {
            return Optional.of("sk_test_1");
        }

        @Override
        public Optional<String> line(String prompt) {
            return Optional.empty();
        }
    }

    @Test
    void keyThatWasCopiedWithAnotherCharacterIsRefusedWithoutShowingIt() throws IOException {
        for (String key : List.of("sk_live\u2013abc", "sk_live abc", "sk_live\u200babc", "\u201csk_live_abc\u201d")) {
            for (Program each : List.of(
                    program.variable("CLINIC_EVENTS_KEY", key),
                    new Program(home).using(api).variable("CLINIC_EVENTS_KEY", key))) {
                Program.Ended ended = each.execute("webhooks", "list");
                assertThat(ended.status()).as(ended.err()).isEqualTo(2);
                assertThat(ended.err()).contains("The API key has").doesNotContain("abc", "Exception");
            }
            Program.Ended added = new Program(home)
                    .input(key)
                    .execute("profiles", "add", "p", "--api", api.url().toString());
            assertThat(added.status()).as(added.err()).isEqualTo(2);
        }
        assertThat(api.requests()).isEmpty();
    }

    @Test
    void failureThatNobodyForesawSaysOnlyWhatMayBe() throws IOException {
        // The profiles are in a place that is a file.
        Path file = Files.writeString(home.resolve("file"), "");
        Program broken = new Program(home).variable("XDG_CONFIG_HOME", file + "\0");
        assertThat(broken.execute("webhooks", "list").err())
                .contains("The command failed (InvalidPathException). Nothing was changed.");
        api.on("POST /v1/webhooks/whk_1/enable", 200, "{\"id\":\"whk_1\"}");
        Program.Ended after = new Program(home)
                .using(api)
                .printingTo(() -> {
                    throw new IllegalStateException("the output is broken");
                })
                .execute("webhooks", "enable", "whk_1");
        assertThat(after.err())
                .contains("The command failed (IllegalStateException). Check what it has done before you repeat it.");
    }
}
