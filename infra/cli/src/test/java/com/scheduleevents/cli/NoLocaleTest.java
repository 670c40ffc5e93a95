package com.scheduleevents.cli;

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
class NoLocaleTest {

    private static final Path SCRIPTS = Path.of("../../bin").toAbsolutePath().normalize();

    @TempDir
    Path root = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"", "LC_ALL=C", "LANG=C", "LC_ALL=POSIX", "LC_ALL=de_DE.ISO-8859-1"})
    void textReachesTheApiAsItWasTyped(String locale) throws IOException, InterruptedException {
        try (ScriptedApi api = new ScriptedApi()) {
            api.on("POST /v1/webhooks", 201, "{\"id\":\"whk_1\",\"description\":\"Zürich\"}");
            String said = run(
                    locale,
                    api,
                    "\"$PWD/bin/clinic-events\" webhooks create --url https://r.example --description 'Zürich 你'");
            assertThat(api.requests()).as(said).hasSize(1);
            assertThat(api.last().json().path("description").asText()).isEqualTo("Zürich 你");
            assertThat(said).contains("Zürich");
        }
    }

    /** As a terminal in Latin-1 types it. */
    @Test
    void argumentThatIsNotUtf8IsRefused() throws IOException, InterruptedException {
        try (ScriptedApi api = new ScriptedApi()) {
            String said =
                    run("", api, "bin/clinic-events webhooks create --pull --description \"$(printf 'Z\\374rich')\"");
            assertThat(said).contains("has a character that is not UTF-8").endsWith("2\n");
            assertThat(api.requests()).isEmpty();
        }
    }

    /** Without the script, Java has replaced the characters before the program sees them. */
    @Test
    void jarByItselfRefusesWhatItMayHaveLost() throws IOException, InterruptedException {
        try (ScriptedApi api = new ScriptedApi()) {
            String java = "env " + variables(api) + " '" + System.getProperty("java.home") + "/bin/java' -cp '"
                    + System.getProperty("java.class.path") + "' " + ClinicEvents.class.getName();
            String said = run("", api, java + " webhooks create --pull --description 'Zürich'");
            assertThat(said).contains("no locale is set: set LC_ALL=C.UTF-8").endsWith("2\n");
            assertThat(api.requests()).isEmpty();
        }
    }

    /** Runs a command in a folder with the scripts and a jar of this build; what it printed, and its exit status. */
    private String run(String locale, ScriptedApi api, String command) throws IOException, InterruptedException {
        Path jar = root.resolve("clinic-events.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest()).close();
        }
        // The shell makes the folder: this JVM might have no locale either.
        Path script = Files.writeString(root.resolve("run"), """
                cd '%s' && mkdir -p 'Büro/infra/cli/target' && cp -R '%s' Büro/bin && cd Büro || exit
                cp ../clinic-events.jar infra/cli/target
                env -i PATH=/usr/bin:/bin %s JAVA_HOME='%s' %s sh -c '%s'
                echo $?
                """.formatted(
                root, SCRIPTS, locale, System.getProperty("java.home"), variables(api), command.replace("'", "'\\''")));
        Process process = new ProcessBuilder("sh", script.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    private static String variables(ScriptedApi api) {
        return "CLINIC_EVENTS_API=" + api.url() + " CLINIC_EVENTS_KEY=sk_test_1";
    }

    /** With the classes of the test in place of the program's own. */
    private static Manifest manifest() {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, ClinicEvents.class.getName());
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
