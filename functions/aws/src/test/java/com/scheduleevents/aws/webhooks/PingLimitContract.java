package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.delivery.PingLimit;
import com.scheduleevents.domain.delivery.PingLimit.Kind;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of {@link PingLimit}. */
abstract class PingLimitContract {

    /** Far in the future, because DynamoDB Local deletes expired rows. */
    private static final Instant NOW = Instant.parse("2126-11-20T14:02:11.337Z");

    private final WebhookId webhook = WebhookId.mint(NOW, new Random());

    /** The port, which has no pings of new webhooks. */
    protected abstract PingLimit pings();

    @ParameterizedTest
    @CsvSource({"PING, 10", "TEST_EVENT, 60"})
    void allowsSoManyOfAWebhookInAMinute(Kind kind, int most) {
        for (int i = 0; i < most; i++) {
            assertThat(pings().allows(webhook, kind, NOW)).isTrue();
        }
        assertThat(pings().allows(webhook, kind, NOW.plusSeconds(48))).isFalse();
        assertThat(pings().allows(WebhookId.mint(NOW, new Random()), kind, NOW)).isTrue();
        assertThat(PingLimit.untilNext(NOW)).isEqualTo(Duration.ofSeconds(49));
        assertThat(pings().allows(webhook, kind, NOW.plusSeconds(49))).isTrue();
    }

    @Test
    void countsPingsAndTestEventsSeparately() {
        for (int i = 0; i < 10; i++) {
            assertThat(pings().allows(webhook, Kind.PING, NOW)).isTrue();
        }
        assertThat(pings().allows(webhook, Kind.TEST_EVENT, NOW)).isTrue();
        assertThat(pings().allows(webhook, Kind.PING, NOW)).isFalse();
    }
}
