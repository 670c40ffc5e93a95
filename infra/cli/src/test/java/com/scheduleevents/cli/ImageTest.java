package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the program that {@code -Pcli-image} makes, as a process without Java in its environment: a module that is missing from its
 * runtime shows nowhere else.
 */
@Tag("image")
class ImageTest {

    private static final Path PROGRAM =
            Path.of("target/image/clinic-events/bin/clinic-events").toAbsolutePath();

    private static final String SECRET = "whsec_" + "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwAbcdefghijkl";

    @TempDir
    Path home = Path.of("");

    @Test
    void tellsItsVersionAndCommands() throws IOException, InterruptedException {
        assertThat(run("", "--version").out()).startsWith("clinic-events ");
        assertThat(run("", "--help").out()).contains("listen", "trigger", "verify");
        assertThat(run("", "completion").out()).contains("complete ");
    }

    @Test
    void keepsAProfileAndCallsTheApiWithItsKey() throws IOException, InterruptedException {
        try (ScriptedApi api = new ScriptedApi()) {
            api.on("GET /v1/account", 200, "{\"clinic_ids\":[\"cln_own\"]}")
                    .on("GET /v1/events/evt_1", 200, "{\"id\":\"evt_1\",\"label\":\"Zo\u00eb\"}");
            run("sk_test_1\n", "profiles", "add", "local", "--api", api.url().toString(), "--in-file");
            assertThat(run("", "events", "get", "evt_1", "--json").out()).contains("Zo\u00eb");
            assertThat(api.last().header("Authorization")).isEqualTo("Bearer sk_test_1");
        }
    }

    @Test
    void saysWhyNothingListensOverTlsAndWhyASignatureDoesNotVerify() throws IOException, InterruptedException {
        ScriptedApi api = new ScriptedApi();
        String plain = api.url().toString();
        String url = plain.replace("http://", "https://");
        Program.Ended tls = execute("", "events", "list", "--api", url, "--key", "sk_test_1");
        api.close();
        assertThat(tls.status()).isEqualTo(1);
        assertThat(tls.err()).doesNotContain("Exception").isNotBlank();

        String request = "Service-Signature: t=1700000000,v1=00\r\n\r\n{}";
        Program.Ended old = execute(request, "verify", "--secret", SECRET);
        assertThat(old.status()).isEqualTo(1);
        assertThat(old.out() + old.err()).contains("signature");
    }

    /** The libraries of this command are in a jar of their own, and need no other modules of the runtime. */
    @Test
    void servesAnAssistantUntilItsInputEnds() throws IOException, InterruptedException {
        assertThat(execute("", "mcp", "--api", "http://127.0.0.1:1", "--key", "sk_test_1"))
                .isEqualTo(new Program.Ended(0, "", ""));
    }

    /** In a folder whose name is not ASCII, through a link, without a locale. */
    @Test
    void archiveRunsWhereItIsUnpacked() throws IOException, InterruptedException {
        try (ScriptedApi api = new ScriptedApi()) {
            api.on("POST /v1/webhooks", 201, "{\"id\":\"whk_1\"}");
            Path script = Files.writeString(home.resolve("script"), """
                    set -e
                    (cd target && sha256sum -c clinic-events-*.tar.gz.sha256)
                    mkdir -p '%s/Büro' && tar -xzf target/clinic-events-*.tar.gz -C '%s/Büro'
                    cd '%s' && ln -s Büro/clinic-events/bin/clinic-events link
                    env -i PATH=/usr/bin:/bin ./link webhooks create --pull --description Zürich --api %s --key sk_test_1
                    grep -q bomFormat Büro/clinic-events/share/sbom.cyclonedx.json
                    bash -n Büro/clinic-events/share/bash-completion/completions/clinic-events
                    """.formatted(home, home, home, api.url()));
            Process process = new ProcessBuilder("sh", script.toString())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(said).isZero();
            assertThat(api.last().json().path("description").asText()).isEqualTo("Zürich");
        }
    }

    private Program.Ended run(String input, String... arguments) throws IOException, InterruptedException {
        Program.Ended ended = execute(input, arguments);
        assertThat(ended.status()).as(ended.err()).isZero();
        return ended;
    }

    private Program.Ended execute(String input, String... arguments) throws IOException, InterruptedException {
        Path given = Files.writeString(home.resolve("in"), input);
        Path out = home.resolve("out");
        Path err = home.resolve("err");
        ProcessBuilder program = new ProcessBuilder(Stream.concat(Stream.of(PROGRAM.toString()), Stream.of(arguments))
                        .toList())
                .redirectInput(given.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        program.environment().clear();
        program.environment().put("HOME", home.toString());
        program.environment().put("PATH", "/usr/bin:/bin");
        int status = program.start().waitFor();
        return new Program.Ended(status, Files.readString(out), Files.readString(err));
    }
}
