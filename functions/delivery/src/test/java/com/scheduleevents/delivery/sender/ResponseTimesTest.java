package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** When a webhook is slow, so that its deliveries are not sent beside those of others. */
final class ResponseTimesTest {

    private static final WebhookId WEBHOOK = new WebhookId("whk_1");
    private static final Duration LONG = Duration.ofSeconds(4);

    private final ResponseTimes times = new ResponseTimes();

    @Test
    void webhookIsSlowWhenItsMeanIsAndUntilItIsFast() {
        assertThat(times.after(WEBHOOK, ResponseTimes.SLOW, false)).isFalse();
        assertThat(times.after(WEBHOOK, LONG, false)).as("a mean of 2.4 s").isTrue();
        assertThat(times.after(WEBHOOK, Duration.ZERO, true)).as("1.92 s").isTrue();
        assertThat(times.after(WEBHOOK, Duration.ZERO, false))
                .as("1.5 s, and it was not slow before")
                .isFalse();
        assertThat(times.after(WEBHOOK, Duration.ZERO, true)).as("1.2 s").isTrue();
        assertThat(times.after(WEBHOOK, Duration.ZERO, true)).as("0.98 s").isFalse();
    }

    @Test
    void oneLongResponseMakesNoWebhookSlowThatIsFast() {
        assertThat(times.after(WEBHOOK, Duration.ZERO, false)).isFalse();
        assertThat(times.after(WEBHOOK, LONG, false)).isFalse();
        assertThat(times.after(new WebhookId("whk_2"), LONG, false))
                .as("nothing else is known of it")
                .isTrue();
    }
}
