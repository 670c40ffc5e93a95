package com.scheduleevents.api.queue;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Webhook;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how requests wait for deliveries, and what waiting counts towards the limits. */
final class QueueWaitingTest extends QueueApiFixture {

    @Test
    void waitsWithGrowingPausesUntilThereIsADelivery() {
        meanwhile = () -> {
            if (pauses.size() == 6) {
                add(1);
            }
        };

        assertThat(receipts(pull("wait=20"))).hasSize(1);

        assertThat(pauses)
                .containsExactly(
                        Duration.ofMillis(250),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20})
    void waitsNoLongerThanAsked(int seconds) {
        assertThat(receipts(pull("wait=" + seconds))).isEmpty();

        assertThat(Duration.between(START, now)).isEqualTo(Duration.ofSeconds(seconds));
    }

    /** A second of waiting is paid for like four requests, and so are a hundred deliveries. */
    @Test
    void waitingAndReadingCountTowardsTheLimit() {
        assertThat(left(pull(""))).isEqualTo(19);
        // The second in which it waits brings ten more, but others may take them.
        assertThat(left(pull("wait=1"))).isEqualTo(19 - 1 - 4);
        add(100);
        assertThat(left(pull("limit=100"))).isEqualTo(14 - 1 - 4);
    }

    /** It is taken from the shared bucket, in blocks of 25, however little of it this environment sees. */
    @ParameterizedTest
    @CsvSource({"100, 20, 100", "100, 4, 25", "1000, 1, 250", "1000, 20, 1000"})
    void waitingIsPaidForWhereAllEnvironmentsCountIt(int perSecond, int seconds, int tokens) {
        requestsPerSecond = perSecond;

        assertThat(receipts(pull("wait=" + seconds))).isEmpty();

        assertThat(taken).as("with the one of the request").isEqualTo(tokens + 1);
    }

    @Test
    void waitingIsPaidForEvenIfTheRequestEndsWithAnError() {
        requestsPerSecond = 100;
        meanwhile = () -> {
            if (now.isAfter(START.plusSeconds(10))) {
                Webhook read = stored();
                webhooks.update(read, read.disabled(new Disabling.Requested(now)));
            }
        };

        pull("wait=20").assertError(409, "webhook_disabled", "webhook_id");

        assertThat(taken).isBetween(41L, 75L);
    }

    @Test
    void waitingEndsWhereTheLimitDoesNotAllowMoreOfIt() {
        requestsPerSecond = 1;

        ApiResponse refused = pull("wait=20");

        refused.assertError(429, "rate_limited", "-");
        assertThat(refused.header("Retry-After")).isEqualTo("1");
        assertThat(pauses).containsExactly(Duration.ofMillis(250));
        add(1);
        now = now.plusSeconds(2);
        assertThat(receipts(pull(""))).hasSize(1);
    }

    private static int left(ApiResponse response) {
        return Integer.parseInt(response.header("RateLimit").replaceAll(".*;r=([0-9]+).*", "$1"));
    }
}
