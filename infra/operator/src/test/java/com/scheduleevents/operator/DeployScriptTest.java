package com.scheduleevents.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests ./deploy with programs that only note how they were called; {@code DeployOnMiniStackTest} runs it with the real ones. */
// A process that another test starts meanwhile may hold a program open for writing, which then cannot be run.
@ResourceLock("programs")
class DeployScriptTest {

    private static final Path ROOT = Path.of("../..");

    private static final String OUTPUTS = """
            [ { "OutputKey": "ApiUrl", "OutputValue": "https://a1b2.execute-api.eu-west-1.amazonaws.com" },
              { "OutputKey": "DomainTarget", "OutputValue": "d-1.execute-api.eu-west-1.amazonaws.com" } ]
            """;

    @TempDir
    Path root = Path.of("");

    @BeforeEach
    void prepare() throws IOException {
        executable("deploy", Files.readString(ROOT.resolve("deploy")));
        executable("bin/jdk", Files.readString(ROOT.resolve("bin/jdk")));
        executable("jdk/bin/java", "");
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        program("mvnw", "");
        // Before a JDK 25 that the machine may have.
        executable("programs/java", "");
        program("bin/clinic-events", "echo '{\"id\" : \"evt_1\", \"provider_id\": \"prv_1\"}'");
        operator("No accounts.", "true", "false");
        sam("echo 'Error: The input stack schedule-events does not exist on Cloudformation' >&2; exit 1");
    }

    @Test
    void helpNamesEveryOptionAndChangesNothing() throws IOException, InterruptedException {
        Run help = deploy("", "--help");

        assertThat(help.status()).isZero();
        assertThat(help.output())
                .contains("--mail-from", "--region", "--stack", "--domain", "--certificate", "--yes", "--delete");
        assertThat(calls()).isEmpty();
    }

    @Test
    void wrongArgumentsAreRefused() throws IOException, InterruptedException {
        assertThat(deploy("", "--nope")).isEqualTo(new Run(2, "There is no option --nope. See: ./deploy --help\n"));
        assertThat(deploy("", "--stack")).isEqualTo(new Run(2, "--stack needs a value. See: ./deploy --help\n"));
        assertThat(deploy("", "--mail-from", "a@b.example", "--domain", "api.b.example"))
                .isEqualTo(new Run(2, "--domain needs --certificate. See: ./deploy --help\n"));
        assertThat(calls()).isEmpty();
    }

    @Test
    void everythingThatIsMissingIsInOneList() throws IOException, InterruptedException {
        Files.delete(root.resolve("programs/sam"));
        Files.delete(root.resolve("jdk/release"));
        Run run = deploy("");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.output()).contains("  - a JDK 25 or newer", "  - the SAM command line");

        sam("echo 'Error: Unable to locate credentials' >&2; exit 1");
        assertThat(deploy("").output())
                .contains("  - a JDK 25", "  - access to AWS: Error: Unable to locate credentials");
        assertThat(calls()).noneMatch(call -> call.startsWith("mvnw") || call.startsWith("sam deploy"));
    }

    @Test
    void firstDeploymentNeedsASender() throws IOException, InterruptedException {
        assertThat(deploy("", "--yes")).satisfies(run -> {
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.output()).contains("  - --mail-from: ").doesNotContain("JDK");
        });
        assertThat(calls()).noneMatch(call -> call.startsWith("sam deploy"));
    }

    @Test
    void firstDeploymentOpensAnAccountAndRecordsAnEvent() throws IOException, InterruptedException {
        existsOnceDeployed();
        operator("No accounts.", "false", "true");

        Run run = deploy("", "--yes", "--mail-from", "a@b.example", "--region", "eu-west-1", "LogDays=7");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(calls())
                .containsSubsequence(
                        "mvnw -q package -DskipTests -Dformat.skip=true in eu-west-1",
                        "operator mail-sender a@b.example in eu-west-1",
                        "sam deploy --template-file template.yaml --stack-name schedule-events --resolve-s3 --capabilities"
                                + " CAPABILITY_IAM --no-progressbar --no-fail-on-empty-changeset --tags"
                                + " service=schedule-events --no-confirm-changeset --parameter-overrides LogDays=7"
                                + " MailFrom=a@b.example in eu-west-1",
                        "operator account open --email a@b.example --name First account --clinic cln_first in eu-west-1",
                        "clinic-events trigger appointment.cancelled --set clinic_id=cln_first --json in eu-west-1",
                        "operator console acc_1 in eu-west-1");
        assertThat(run.output())
                .contains(
                        "API        https://a1b2.execute-api.eu-west-1.amazonaws.com/v1\n",
                        "API key    sk_live_1 ",
                        "Console    https://a1b2.execute-api.eu-west-1.amazonaws.com/v1/console#token=sk_live_2 ",
                        "Event      evt_1 ",
                        "Not ready yet:",
                        "    t1._domainkey.b.example CNAME t1.dkim.amazonses.com\n    t2._domainkey",
                        "sandbox of SES",
                        "CNAME d-1.execute-api");
    }

    @Test
    void nextDeploymentUpgradesAndLeavesTheAccountsAsTheyAre() throws IOException, InterruptedException {
        sam("echo '" + OUTPUTS.replace("DomainTarget", "Other") + "'");
        operator("ACCOUNT\nacc_1", "true", "false");

        Run run = deploy("", "--yes", "--built");

        assertThat(run.status()).as(run.output()).isZero();
        assertThat(calls())
                .anyMatch(call -> call.startsWith("sam deploy"))
                .noneMatch(call -> call.contains("account open")
                        || call.contains("key issue")
                        || call.contains("--parameter-overrides")
                        || call.startsWith("mvnw"));
        assertThat(run.output()).contains("Accounts are as they were").doesNotContain("Not ready yet");
    }

    @Test
    void stackIsDeletedOnlyAfterItsNameWasTyped() throws IOException, InterruptedException {
        sam("echo '" + OUTPUTS + "'");
        for (String typed : List.of("", "yes\n", "schedule\n")) {
            Run run = deploy(typed, "--delete", "--yes");
            assertThat(run.status()).isEqualTo(1);
            assertThat(run.output()).contains("nothing was deleted");
        }
        assertThat(calls()).noneMatch(call -> call.startsWith("sam delete"));

        assertThat(deploy("other\n", "--delete", "--stack", "other").status()).isZero();
        assertThat(calls()).anyMatch(call -> call.startsWith("sam delete --stack-name other --no-prompts"));
    }

    @Test
    void stackThatDoesNotExistCannotBeDeleted() throws IOException, InterruptedException {
        Run run = deploy("schedule-events\n", "--delete");

        assertThat(run).isEqualTo(new Run(1, "There is no stack schedule-events in this region.\n"));
    }

    private void existsOnceDeployed() throws IOException {
        sam("""
                if [ "$1" = deploy ]; then touch deployed; exit; fi
                [ -e deployed ] || { echo 'Error: The input stack x does not exist' >&2; exit 1; }
                cat <<'TEXT'
                %s
                TEXT
                """.formatted(OUTPUTS));
    }

    private void sam(String body) throws IOException {
        program("programs/sam", body);
    }

    private void operator(String accounts, String verified, String sandbox) throws IOException {
        program("bin/operator", """
                case "$1 $2" in
                  mail-sender*) echo 'domain    b.example
                verified  %s
                sandbox   %s
                records   t1._domainkey.b.example CNAME t1.dkim.amazonses.com, t2._domainkey.b.example CNAME t2.dkim.amazonses.com' ;;
                  'account list') echo '%s' ;;
                  'account open') echo 'account      acc_1' ;;
                  'key issue') echo 'secret   sk_live_1' ;;
                  console*) echo 'url      https://elsewhere/v1/console#token=sk_live_2' ;;
                esac
                """.formatted(verified, sandbox, accounts));
    }

    /** A program that notes its call first. */
    private void program(String path, String body) throws IOException {
        String note = "echo \"$(basename \"$0\") $* in ${AWS_REGION:-no region}\" >> " + root.resolve("calls") + "\n";
        executable(path, "#!/bin/sh\n" + note + body + "\n");
    }

    private List<String> calls() throws IOException {
        Path calls = root.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private void executable(String path, String script) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Run deploy(String input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(root.resolve("deploy").toString()));
        command.addAll(List.of(arguments));
        Path typed = Files.writeString(root.resolve("typed"), input);
        ProcessBuilder process = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectInput(typed.toFile());
        process.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
        process.environment()
                .putAll(Map.of(
                        "PATH", root.resolve("programs") + ":/usr/bin:/bin",
                        "JAVA_HOME", root.resolve("jdk").toString(),
                        "JVM_DIRECTORY", root.resolve("none").toString(),
                        "HOME", root.toString()));
        Process started = process.start();
        String output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(started.waitFor(), output);
    }

    private record Run(int status, String output) {}
}
