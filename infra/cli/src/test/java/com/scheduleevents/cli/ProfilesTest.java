package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests where profiles and their keys are kept. */
// A process that another test starts meanwhile may hold a program open for writing, which then cannot be run.
@ResourceLock("programs")
class ProfilesTest {

    private static final String KEY = "sk_test_0123456789";

    /** Stores the password of each account in a file, as `secret-tool` of libsecret does in the keyring, and logs its arguments. */
    private static final String SECRET_TOOL = """
            #!/bin/sh
            echo "$*" >> "$0.arguments"
            case $1 in
                store) cat > "$0.kept" ;;
                lookup) cat "$0.kept" 2>/dev/null ;;
                clear) rm -f "$0.kept" ;;
            esac
            """;

    /** The same for `security` of macOS. */
    private static final String SECURITY = """
            #!/bin/sh
            echo "$*" >> "$0.arguments"
            case $1 in
                -i) sed 's/.* -w //' > "$0.kept" ;;
                find-generic-password) cat "$0.kept" 2>/dev/null ;;
                delete-generic-password) rm -f "$0.kept" ;;
            esac
            """;

    private final ScriptedApi api = new ScriptedApi();

    @TempDir
    Path home = Path.of("");

    private Program program = new Program(home);

    @BeforeEach
    void prepare() {
        program = new Program(home);
        api.on("GET /v1/account", 200, "{\"id\":\"acc_1\",\"name\":\"North\"}")
                .on("GET /v1/events/evt_1", 200, "{\"id\":\"evt_1\"}");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void keyIsKeptInAFileThatOnlyItsOwnerMayRead() throws IOException {
        String added = program.input(KEY + "\n").run("profiles", "add", "north", "--api", url());

        assertThat(added).contains("North", file().toString()).doesNotContain(KEY);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        program.run("events", "get", "evt_1");
        assertThat(api.last().header("Authorization")).isEqualTo("Bearer " + KEY);
        assertThat(program.run("profiles", "list"))
                .contains("north", url(), "file")
                .doesNotContain(KEY);
    }

    @Test
    void homeAndConfigurationOfTheEnvironmentAreRespected() {
        program.variable("HOME", home.resolve("a").toString());
        program.input(KEY).run("profiles", "add", "north", "--api", url());
        assertThat(home.resolve("a/.config/clinic-events/profiles.json")).exists();
        program.variable("XDG_CONFIG_HOME", home.resolve("b").toString());
        program.input(KEY).run("profiles", "add", "north", "--api", url());
        assertThat(home.resolve("b/clinic-events/profiles.json")).exists();
        assertThat(file()).doesNotExist();
    }

    @Test
    void fileThatOthersMayReadIsNotUsed() throws IOException {
        program.input(KEY).run("profiles", "add", "north", "--api", url());
        Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-r-----"));

        Program.Ended ended = program.execute("events", "get", "evt_1");

        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("chmod 600 " + file());
    }

    @Test
    void keyIsAskedForAtATerminal() {
        program.answering(KEY).run("profiles", "add", "north", "--api", url());
        assertThat(api.last().header("Authorization")).isEqualTo("Bearer " + KEY);
    }

    @Test
    void keyThatTheApiRefusesIsNotKept() {
        try (ScriptedApi other = new ScriptedApi().refuse("GET /v1/account", 401, "invalid_api_key")) {
            Program.Ended ended = program.input(KEY)
                    .execute("profiles", "add", "north", "--api", other.url().toString());
            assertThat(ended.status()).isEqualTo(1);
            assertThat(ended.err()).contains("invalid_api_key");
        }
        assertThat(file()).doesNotExist();
    }

    @Test
    void keyIsKeptInTheKeyringOfLinuxAndIsNoArgument() throws IOException {
        Path tool = tool("secret-tool", SECRET_TOOL);

        String added = program.input(KEY).run("profiles", "add", "north", "--api", url());

        assertThat(added).contains("the keyring");
        assertThat(Files.readString(tool.resolveSibling("secret-tool.kept"))).isEqualTo(KEY);
        assertKeyIsOnlyIn(tool);
    }

    @Test
    void keyIsKeptInTheKeychainOfMacAndIsNoArgument() throws IOException {
        Path tool = tool("security", SECURITY);
        program.on("Mac OS X");

        String added = program.input(KEY).run("profiles", "add", "north", "--api", url());

        assertThat(added).contains("the macOS keychain");
        assertKeyIsOnlyIn(tool);
    }

    private void assertKeyIsOnlyIn(Path tool) throws IOException {
        assertThat(Files.readString(tool.resolveSibling(tool.getFileName() + ".arguments")))
                .isNotEmpty()
                .doesNotContain(KEY);
        assertThat(Files.readString(file())).doesNotContain(KEY);
        program.run("events", "get", "evt_1");
        assertThat(api.last().header("Authorization")).isEqualTo("Bearer " + KEY);
        program.run("profiles", "remove", "north");
        assertThat(tool.resolveSibling(tool.getFileName() + ".kept")).doesNotExist();
    }

    @Test
    void keychainThatDoesNotTakeTheKeyIsAnError() throws IOException {
        tool("secret-tool", "#!/bin/sh\nexit 1\n");

        Program.Ended ended = program.input(KEY).execute("profiles", "add", "north", "--api", url());
        assertThat(ended.status()).isEqualTo(1);
        assertThat(ended.err()).contains("--in-file");
        assertThat(file()).doesNotExist();

        program.run("profiles", "add", "north", "--api", url(), "--in-file");
        assertThat(Files.readString(file())).contains(KEY);
    }

    @Test
    void firstProfileIsTheDefaultUntilAnotherIsChosen() {
        program.input(KEY + "1").run("profiles", "add", "one", "--api", url());
        program.input(KEY + "2").run("profiles", "add", "two", "--api", url());

        program.run("events", "get", "evt_1");
        assertThat(api.last().header("Authorization")).endsWith("1");
        program.run("profiles", "use", "two");
        program.run("events", "get", "evt_1");
        assertThat(api.last().header("Authorization")).endsWith("2");
        program.variable("CLINIC_EVENTS_PROFILE", "one").run("events", "get", "evt_1");
        assertThat(api.last().header("Authorization")).endsWith("1");

        program.run("profiles", "remove", "one");
        assertThat(program.execute("profiles", "use", "one").err()).contains("There is no profile one");
        assertThat(program.run("profiles", "list", "--json")).contains("two").doesNotContain("one");
    }

    @Test
    void nameThatCouldBeAnOptionOfTheToolIsRefused() {
        Program.Ended ended = program.input(KEY).execute("profiles", "add", "a b", "--api", url());
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("1 to 64 letters");
    }

    @Test
    void textThatIsNoKeyIsNotSent() {
        Program.Ended ended = program.input("sk_test_1\nsk_test_2").execute("profiles", "add", "a", "--api", url());
        assertThat(ended.status()).isEqualTo(2);
        assertThat(ended.err()).contains("The API key has white space");
        assertThat(api.requests()).isEmpty();
    }

    private Path tool(String name, String script) throws IOException {
        Path tool =
                Files.writeString(Files.createDirectories(home.resolve("bin")).resolve(name), script);
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
        program.variable("PATH", tool.resolveSibling("") + ":/usr/bin:/bin");
        return tool;
    }

    private Path file() {
        return home.resolve(".config/clinic-events/profiles.json");
    }

    private String url() {
        return api.url().toString();
    }
}
