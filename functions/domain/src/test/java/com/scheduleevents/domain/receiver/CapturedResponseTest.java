package com.scheduleevents.domain.receiver;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CapturedResponseTest {

    @Test
    void readsABodyAsUtf8() {
        byte[] body = "geschlossen: ☎\n".getBytes(StandardCharsets.UTF_8);

        assertThat(CapturedResponse.of("text/plain", body, false))
                .isEqualTo(new CapturedResponse(Optional.of("text/plain"), "geschlossen: ☎\n", false));
        assertThat(CapturedResponse.of(null, new byte[0], false))
                .isEqualTo(new CapturedResponse(Optional.empty(), "", false));
    }

    @Test
    void leavesOutACharacterThatIsCutOff() {
        byte[] cut = Arrays.copyOf("ab☎".getBytes(StandardCharsets.UTF_8), 4);

        assertThat(CapturedResponse.of(null, cut, true).body()).isEqualTo("ab");
        assertThat(CapturedResponse.of(null, cut, false).body()).isEqualTo("ab\uFFFD");
    }

    @Test
    void replacesWhatIsNotUtf8() {
        assertThat(CapturedResponse.of(null, new byte[] {'a', (byte) 0xff, 'b'}, false)
                        .body())
                .isEqualTo("a\uFFFDb");
    }

    @Test
    void shortensTheContentTypeToOneLine() {
        assertThat(CapturedResponse.of("text/\n\u0007plain", new byte[0], false).contentType())
                .contains("text/plain");
        assertThat(CapturedResponse.of("x".repeat(1_000), new byte[0], false)
                        .contentType()
                        .orElseThrow())
                .hasSize(CapturedResponse.MAX_CONTENT_TYPE);
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
