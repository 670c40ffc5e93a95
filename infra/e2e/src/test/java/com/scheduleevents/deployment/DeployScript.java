package com.scheduleevents.deployment;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A copy of ./deploy in a directory in which the programs that it starts only note how they were called. */
final class DeployScript {

    private static final Path ROOT = Path.of("../..");

    private final Path root;
    private final Map<String, String> environment = new HashMap<>();

    DeployScript(Path root, URI aws) throws IOException {
        this.root = root;
        Path python = PythonTools.python();
        copy("deploy");
        copy("template.yaml");
        copy("bin/jdk");
        try (DirectoryStream<Path> program = Files.newDirectoryStream(ROOT.resolve("infra/deployment"), "*.py")) {
            for (Path file : program) {
                copy("infra/deployment/" + file.getFileName());
            }
        }
        for (String jar : List.of(
                "functions/api/target/api.jar",
                "functions/delivery/target/delivery.jar",
                "infra/operator/target/operator.jar",
                "infra/cli/target/clinic-events.jar")) {
            executable(jar, "");
        }
        executable("jdk/bin/java", "");
        Files.writeString(root.resolve("jdk/release"), "JAVA_VERSION=\"25\"\n");
        // Before a JDK 25 and a Python that the machine may have.
        executable("programs/java", "");
        executable("programs/python3", "#!/bin/sh\nexec " + python + " -S \"$@\"\n");
        executable("programs/sam", "#!" + python + "\n" + resource("sam.py"));
        noting("mvnw", "");
        noting("bin/clinic-events", "echo '{\"id\" : \"evt_1\", \"provider_id\": \"prv_1\"}'");
        accounts("[]");
        environment.putAll(Map.of(
                "PATH",
                root.resolve("programs") + ":/usr/bin:/bin",
                "JAVA_HOME",
                root.resolve("jdk").toString(),
                "JVM_DIRECTORY",
                root.resolve("none").toString(),
                "HOME",
                root.toString(),
                "AWS_ENDPOINT_URL",
                aws.toString(),
                "AWS_REGION",
                "eu-west-1",
                "AWS_ACCESS_KEY_ID",
                "id",
                "AWS_SECRET_ACCESS_KEY",
                "secret"));
    }

    /** Sets what the operator's command line lists. */
    void accounts(String json) throws IOException {
        noting("bin/operator", """
                case "$1 $2" in
                  mail-sender*) echo '{"verified": false, "records":
                    ["t1._domainkey.b.example CNAME t1.dkim.amazonses.com", "t2._domainkey.b.example CNAME t2.dkim.amazonses.com"]}' ;;
                  'account list') echo '%s' ;;
                  'account open') echo '{"account": "acc_1"}' ;;
                  'key issue') echo '{"secret": "sk_live_1"}' ;;
                  console*) echo '{"url": "https://elsewhere/v1/console#token=sk_live_2"}' ;;
                esac
                """.formatted(json));
    }

    /** There is no `sam`, and a Python without its modules. */
    void withoutSam() throws IOException {
        Files.delete(root.resolve("programs/sam"));
    }

    void unset(String... variables) {
        List.of(variables).forEach(environment::remove);
    }

    Run run(String... arguments) throws IOException, InterruptedException {
        return typing("", arguments);
    }

    /**
     * Runs ./deploy.
     *
     * @param input what is typed meanwhile
     */
    Run typing(String input, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(root.resolve("deploy").toString()));
        command.addAll(List.of(arguments));
        Path typed = Files.writeString(root.resolve("typed"), input);
        ProcessBuilder process = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectInput(typed.toFile());
        process.environment().keySet().removeIf(name -> name.startsWith("AWS_"));
        process.environment().putAll(environment);
        Process started = process.start();
        String output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(started.waitFor(), output);
    }

    /** How the programs were called, but for `sam`. */
    List<String> calls() throws IOException {
        Path calls = root.resolve("calls");
        return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
    }

    private void noting(String path, String body) throws IOException {
        String note = "echo \"$(basename \"$0\") $* in ${AWS_REGION:-no region}\" >> " + root.resolve("calls") + "\n";
        executable(path, "#!/bin/sh\n" + note + body + "\n");
    }

    private void copy(String path) throws IOException {
        executable(path, Files.readString(ROOT.resolve(path)));
    }

    private void executable(String path, String content) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, content);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private static String resource(String name) throws IOException {
        try (InputStream script = Objects.requireNonNull(DeployScript.class.getResourceAsStream(name), name)) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** How it ended, with all that it printed. */
    record Run(int status, String output) {}
}
