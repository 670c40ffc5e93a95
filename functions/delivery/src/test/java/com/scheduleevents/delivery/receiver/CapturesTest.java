package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.HOST;
import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static com.scheduleevents.delivery.receiver.Attempts.responding;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.ResponseCapture;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which part of a response an attempt captures. */
class CapturesTest {

    @ParameterizedTest
    @CsvSource({
        "500, OF_FAILURES, true",
        "302, OF_FAILURES, true",
        "200, OF_FAILURES, false",
        "500, NONE, false",
        "200, NONE, false",
        "500, OF_ANY, true",
        "200, OF_ANY, true"
    })
    void capturesTheResponsesThatARequestAsksFor(int status, ResponseCapture captures, boolean captured)
            throws Exception {
        AttemptOutcome outcome = attempt(
                "HTTP/1.1 " + status + " X\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nclosed",
                Optional.empty(),
                captures);

        assertThat(outcome.statusCode()).isEqualTo(status);
        assertThat(outcome.response())
                .isEqualTo(captured ? new CapturedResponse(Optional.of("text/plain"), "closed", false) : null);
    }

    @Test
    void capturesTheResponseToAChallengeThatWasNotReturned() throws Exception {
        assertThat(attempt(
                                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
                                Optional.of("5f3a"),
                                ResponseCapture.OF_FAILURES)
                        .response())
                .isEqualTo(new CapturedResponse(Optional.empty(), "ok", false));
    }

    @ParameterizedTest
    @CsvSource({"1024, 1024, false", "1025, 1024, true", "5000, 1024, true", "0, 0, false"})
    void capturesAKilobyte(int sent, int kept, boolean truncated) throws Exception {
        assertThat(attempt(
                                "HTTP/1.1 500 X\r\nContent-Length: " + sent + "\r\n\r\n" + "x".repeat(sent),
                                Optional.empty(),
                                ResponseCapture.OF_FAILURES)
                        .response())
                .isEqualTo(new CapturedResponse(Optional.empty(), "x".repeat(kept), truncated));
    }

    @ParameterizedTest
    @CsvSource({"16384, 16384, false", "16385, 16384, true", "200000, 16384, true"})
    void capturesMoreOfWhatTheSenderNeeds(int sent, int kept, boolean truncated) throws Exception {
        assertThat(attempt(
                                "HTTP/1.1 200 OK\r\nContent-Length: " + sent + "\r\n\r\n" + "x".repeat(sent),
                                Optional.empty(),
                                ResponseCapture.OF_ANY)
                        .response())
                .isEqualTo(new CapturedResponse(Optional.empty(), "x".repeat(kept), truncated));
    }

    @Test
    void capturesWhatArrivedOfABodyThatBreaksOff() throws Exception {
        assertThat(attempt(
                                "HTTP/1.1 500 X\r\nContent-Length: 100\r\n\r\nhalf a sen",
                                Optional.empty(),
                                ResponseCapture.OF_FAILURES)
                        .response())
                .isEqualTo(new CapturedResponse(Optional.empty(), "half a sen", true));
    }

    /** The receivers of these tests write ISO 8859-1. */
    @ParameterizedTest
    @CsvSource({
        "text/plain; charset=iso-8859-1, ferm\u00e9",
        "text/plain; charset=\"ISO-8859-1\", ferm\u00e9",
        "text/plain; charset=no-such-thing, ferm\uFFFD",
        "text/plain; charset=utf-8, ferm\uFFFD",
        "text/plain, ferm\uFFFD"
    })
    void capturesTextInTheCharacterSetOfTheResponse(String type, String text) throws Exception {
        assertThat(attempt(
                                "HTTP/1.1 500 X\r\nContent-Type: " + type + "\r\nContent-Length: 5\r\n\r\nferm\u00e9",
                                Optional.empty(),
                                ResponseCapture.OF_FAILURES)
                        .response())
                .isEqualTo(new CapturedResponse(Optional.of(type), text, false));
    }

    @ParameterizedTest
    @CsvSource({"Content-Encoding: gzip, 'gzip, not shown'", "content-encoding: br, 'br, not shown'"})
    void namesTheCodingOfAResponseThatIsCoded(String header, String shown) throws Exception {
        assertThat(attempt(
                                "HTTP/1.1 500 X\r\n" + header
                                        + "\r\nContent-Length: 5\r\n\r\n\u001f\u008b\b\u0000\u0001",
                                Optional.empty(),
                                ResponseCapture.OF_FAILURES)
                        .response())
                .isEqualTo(new CapturedResponse(Optional.empty(), shown, false));
    }

    private static AttemptOutcome attempt(String response, Optional<String> challenge, ResponseCapture captures)
            throws Exception {
        try (TestReceiver receiver = responding(response)) {
            return Attempts.receivers()
                    .attempt(new AttemptRequest(
                            receiver.url(HOST), Attempts.HEADERS, Attempts.BODY, challenge, captures, PATIENT));
        }
    }
}
