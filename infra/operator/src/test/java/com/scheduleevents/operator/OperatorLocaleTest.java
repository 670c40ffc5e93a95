package com.scheduleevents.operator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the program where cron and containers run it, without a locale, from a folder whose name is not ASCII. */
@ResourceLock("programs")
class OperatorLocaleTest {

    private static final Path SCRIPTS = Path.of("../../bin").toAbsolutePath().normalize();

    @TempDir
    Path root = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"", "LC_ALL=C", "LANG=C", "LC_ALL=POSIX", "LC_ALL=de_DE.ISO-8859-1"})
    void argumentIsReadAsItWasTyped(String locale) throws IOException, InterruptedException {
        assertThat(run(locale, "\"$PWD/bin/operator\" account open --id 'Zürich 你'"))
                .contains("Z\\u00fcrich \\u4f60")
                .endsWith("2\n");
    }

    /** As a terminal in Latin-1 types it. */
    @Test
    void argumentThatIsNotUtf8IsRefused() throws IOException, InterruptedException {
        assertThat(run("", "bin/operator account open --email a@b.example --name \"$(printf 'Z\\374rich')\""))
                .contains("has a character that is not UTF-8")
                .endsWith("2\n");
    }

    /** Without the script, Java has replaced the characters before the program sees them. */
    @Test
    void jarByItselfRefusesWhatItMayHaveLost() throws IOException, InterruptedException {
        String java = "'" + System.getProperty("java.home") + "/bin/java' -cp '" + System.getProperty("java.class.path")
                + "' " + Operator.class.getName();
        assertThat(run("", java + " account open --email a@b.example --name 'Zürich'"))
                .contains("no locale is set: set LC_ALL=C.UTF-8")
                .endsWith("2\n");
    }

    /** Runs a command in a folder with the scripts and a jar of this build; what it printed, and its exit status. */
    private String run(String locale, String command) throws IOException, InterruptedException {
        Path jar = root.resolve("operator.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest()).close();
        }
        // The shell makes the folder: this JVM might have no locale either.
        Path script = Files.writeString(root.resolve("run"), """
                cd '%s' && mkdir -p 'Büro/infra/operator/target' && cp -R '%s' Büro/bin && cd Büro || exit
                cp ../operator.jar infra/operator/target
                env -i PATH=/usr/bin:/bin %s JAVA_HOME='%s' sh -c '%s'
                echo $?
                """.formatted(
                        root, SCRIPTS, locale, System.getProperty("java.home"), command.replace("'", "'\\''")));
        Process process = new ProcessBuilder("sh", script.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    /** With the classes of the test in place of the program's own. */
    private static Manifest manifest() {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Operator.class.getName());
        String[] path = System.getProperty("java.class.path").split(":", -1);
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(path)
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        return manifest;
    }
}
