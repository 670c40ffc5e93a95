package com.scheduleevents.domain.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapturedResponseTest {

    @Test
    void readsABodyAsUtf8() {
        byte[] body = "geschlossen: ☎\n".getBytes(StandardCharsets.UTF_8);

        assertThat(read("text/plain", body, false))
                .isEqualTo(new CapturedResponse(Optional.of("text/plain"), "geschlossen: ☎\n", false));
        assertThat(read(null, new byte[0], false)).isEqualTo(new CapturedResponse(Optional.empty(), "", false));
    }

    @ParameterizedTest
    @CsvSource({"ISO-8859-1", "windows-1252", "UTF-16", "UTF-16LE", "Shift_JIS", "UTF-8"})
    void readsABodyInItsCharacterSet(String name) {
        Charset charset = Charset.forName(name);
        String text = name.equals("Shift_JIS") ? "診療所" : "fermé à 17 h";

        assertThat(CapturedResponse.of("text/plain", "", text.getBytes(charset), charset, false)
                        .body())
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "gzip, 'gzip, not shown'",
        "'gzip, br', 'gzip, br, not shown'",
        "identity, text",
        "Identity, text",
        "'', text"
    })
    void namesTheCodingOfABodyInsteadOfShowingIt(String coding, String shown) {
        byte[] body = "text".getBytes(StandardCharsets.UTF_8);
        assertThat(CapturedResponse.of(null, coding, body, StandardCharsets.UTF_8, false)
                        .body())
                .isEqualTo(shown);
        assertThat(CapturedResponse.of(null, coding, new byte[0], StandardCharsets.UTF_8, false)
                        .body())
                .isEmpty();
    }

    @Test
    void shortensTheCodingToOneLine() {
        CapturedResponse response =
                CapturedResponse.of(null, "x\u0007".repeat(1_000), new byte[1], StandardCharsets.UTF_8, true);
        assertThat(response).isEqualTo(new CapturedResponse(Optional.empty(), "x".repeat(40) + ", not shown", false));
    }

    @Test
    void leavesOutACharacterThatIsCutOff() {
        byte[] cut = Arrays.copyOf("ab☎".getBytes(StandardCharsets.UTF_8), 4);

        assertThat(read(null, cut, true).body()).isEqualTo("ab");
        assertThat(read(null, cut, false).body()).isEqualTo("ab\uFFFD");
    }

    @Test
    void replacesWhatIsNotUtf8() {
        assertThat(read(null, new byte[] {'a', (byte) 0xff, 'b'}, false).body()).isEqualTo("a\uFFFDb");
    }

    @Test
    void shortensTheContentTypeToOneLine() {
        assertThat(read("text/\n\u0007plain", new byte[0], false).contentType()).contains("text/plain");
        assertThat(read("x".repeat(1_000), new byte[0], false).contentType().orElseThrow())
                .hasSize(CapturedResponse.MAX_CONTENT_TYPE);
    }

    private static CapturedResponse read(@Nullable String contentType, byte[] start, boolean truncated) {
        return CapturedResponse.of(contentType, "", start, StandardCharsets.UTF_8, truncated);
    }

    @ParameterizedTest
    @CsvSource({
        "the key hunter2 is unknown, false, the key [redacted] is unknown",
        "hunter2hunter2, false, [redacted][redacted]",
        "hunter2-of-ours, false, [redacted]",
        "the key hunt, true, the key [redacted]",
        "the key hunt, false, the key hunt",
        "the key hunter2, true, the key [redacted]",
        "version 1.1, true, version 1.1",
        "quite different, true, quite different",
    })
    void hidesSecretsThatTheReceiverReturned(String body, boolean truncated, String shown) {
        CapturedResponse response = new CapturedResponse(Optional.of("text/hunter2"), body, truncated)
                .without(List.of("hunter2", "hunter2-of-ours", "1.1"));

        assertThat(response).isEqualTo(new CapturedResponse(Optional.of("text/[redacted]"), shown, truncated));
    }

    @Test
    void omitsTheResponseFromItsText() {
        assertThat(new CapturedResponse(Optional.of("text/plain"), "private", false).toString())
                .doesNotContain("private", "plain");
        assertThat(new AttemptOutcome(OutcomeClass.STATUS, 500, Duration.ZERO, null)
                        .with(new CapturedResponse(Optional.empty(), "private", false))
                        .toString())
                .doesNotContain("private");
    }
}
