package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.HOST;
import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static com.scheduleevents.delivery.receiver.Attempts.responding;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.receiver.ResponseCapture;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests which responses return a challenge. */
class ChallengesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 OK         | Service-Challenge: 5f3a   | SUCCEEDED",
                "204 No Content | service-challenge:5f3a    | SUCCEEDED",
                "200 OK         | X-Nothing: 5f3a           | UNVERIFIED",
                "200 OK         | Service-Challenge: 5F3A   | UNVERIFIED",
                "200 OK         | Service-Challenge: 5f3a, 5f3a | UNVERIFIED",
                "200 OK         | Service-Challenge:        | UNVERIFIED",
                "302 Found      | Service-Challenge: 5f3a   | REDIRECT",
                "404 Not Found  | Service-Challenge: 5f3a   | STATUS"
            })
    void receiverReturnsTheChallengeInAHeaderOfASuccess(String status, String header, OutcomeClass expected)
            throws Exception {
        try (TestReceiver receiver =
                responding("HTTP/1.1 " + status + "\r\n" + header + "\r\nContent-Length: 0\r\n\r\n")) {
            AttemptRequest request = new AttemptRequest(
                    receiver.url(HOST),
                    Attempts.HEADERS,
                    Attempts.BODY,
                    Optional.of("5f3a"),
                    ResponseCapture.NONE,
                    PATIENT);
            assertThat(Attempts.receivers().attempt(request).outcomeClass()).isEqualTo(expected);
        }
    }
}
