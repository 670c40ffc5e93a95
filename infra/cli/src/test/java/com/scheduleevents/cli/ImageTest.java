package com.scheduleevents.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        program.environment().keySet().retainAll(List.of("LANG"));
        program.environment().put("HOME", home.toString());
        program.environment().put("LC_ALL", "C.UTF-8");
        int status = program.start().waitFor();
        return new Program.Ended(status, Files.readString(out), Files.readString(err));
    }
}
