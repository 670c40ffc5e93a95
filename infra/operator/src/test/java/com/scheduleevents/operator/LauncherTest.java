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

/** Tests the scripts that start the programs of this project, with JDKs that only print what they are asked to run. */
// A process that another test starts meanwhile may hold a program open for writing, which then cannot be run.
@ResourceLock("programs")
class LauncherTest {

    private static final Path SCRIPTS = Path.of("../../bin");

    @TempDir
    Path root = Path.of("");

    @BeforeEach
    void copy() throws IOException {
        for (String name : List.of("jdk", "run-jar", "operator", "clinic-events")) {
            executable("bin/" + name, Files.readString(SCRIPTS.resolve(name)));
        }
        Files.createDirectories(root.resolve("jvms"));
    }

    @Test
    void jarOfTheProgramIsRunWithTheArguments() throws IOException, InterruptedException {
        Path operator = jar("infra/operator/target/operator.jar");
        Path cli = jar("infra/cli/target/clinic-events.jar");
        Map<String, String> java = Map.of("JAVA_HOME", jdk("jdk", "25.0.1").toString());

        assertThat(run(java, "operator", "account list", "--all"))
                .isEqualTo("0 jdk: -XX:TieredStopAtLevel=1 -XX:CompileThresholdScaling=10 -XX:+UseSerialGC -jar "
                        + operator + " [account list] [--all]");
        assertThat(run(java, "clinic-events")).contains(cli.toString());
    }

    @Test
    void olderJavaIsPassedOver() throws IOException, InterruptedException {
        jar("infra/operator/target/operator.jar");
        Path old = jdk("old", "17.0.15");
        jdk("jvms/a-21", "21");
        jdk("jvms/b-26", "26-ea");
        Map<String, String> variables = Map.of("JAVA_HOME", old.toString(), "PATH", old + "/bin:/usr/bin:/bin");

        assertThat(run(variables, "operator")).startsWith("0 b-26: ");
    }

    @Test
    void javaOfThePathMayBeALink() throws IOException, InterruptedException {
        jar("infra/operator/target/operator.jar");
        Path jdk = jdk("jdk", "25");
        Path links = Files.createDirectories(root.resolve("links"));
        Files.createSymbolicLink(links.resolve("java"), jdk.resolve("bin/java"));

        assertThat(run(Map.of("PATH", links + ":/usr/bin:/bin"), "operator")).startsWith("0 jdk: ");
    }

    @Test
    void scriptMayBeALinkOrALinkToOne() throws IOException, InterruptedException {
        jar("infra/operator/target/operator.jar");
        Map<String, String> java = Map.of("JAVA_HOME", jdk("jdk", "25").toString());
        Path links = Files.createDirectories(root.resolve("links"));
        Files.createSymbolicLink(links.resolve("absolute"), root.toRealPath().resolve("bin/operator"));
        Files.createSymbolicLink(links.resolve("relative"), Path.of("../bin/operator"));
        Files.createSymbolicLink(links.resolve("chain"), Path.of("relative"));
        for (String name : List.of("absolute", "relative", "chain")) {
            assertThat(run(java, "../links/" + name, "usage"))
                    .startsWith("0 jdk: ")
                    .endsWith("[usage]");
        }
    }

    @Test
    void missingJarAndMissingJavaAreSaid() throws IOException, InterruptedException {
        Path old = jdk("old", "17");
        Map<String, String> variables = Map.of("JAVA_HOME", old.toString(), "PATH", old + "/bin:/usr/bin:/bin");
        assertThat(run(variables, "operator")).startsWith("1 ").contains("build it", "-pl infra/operator -am");
        jar("infra/operator/target/operator.jar");
        assertThat(run(variables, "operator")).startsWith("1 There is no Java 25 here");
    }

    private Path jar(String path) throws IOException {
        Path jar = root.toRealPath().resolve(path);
        Files.createDirectories(jar.resolveSibling(""));
        return Files.writeString(jar, "");
    }

    /** A JDK whose java prints its name and its arguments. */
    private Path jdk(String directory, String version) throws IOException {
        Path home = root.resolve(directory);
        String name = home.getFileName().toString();
        executable(
                directory + "/bin/java",
                "#!/bin/sh\necho \"" + name + ": $1 $2 $3 $4 $5\"\nshift 5\nfor a; do echo \"[$a]\"; done\n");
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private void executable(String path, String script) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, script);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** The exit status and all output, on one line. */
    private String run(Map<String, String> variables, String program, String... arguments)
            throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(root.resolve("bin").resolve(program).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
        process.environment().remove("JAVA_HOME");
        process.environment().put("HOME", root.toString());
        process.environment().put("JVM_DIRECTORY", root.resolve("jvms").toString());
        process.environment().putAll(variables);
        Process started = process.start();
        String output = new String(started.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return started.waitFor() + " " + output.strip().replace("\n", " ");
    }
}
