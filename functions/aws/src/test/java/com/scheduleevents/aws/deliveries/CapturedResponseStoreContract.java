package com.scheduleevents.aws.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.delivery.CapturedResponseStore;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of {@link CapturedResponseStore}. */
abstract class CapturedResponseStoreContract {

    private static final Instant NOW = Instant.parse("2026-11-21T15:00:00Z");
    private static final Instant EXPIRY = NOW.plus(CapturedResponseStore.KEPT);
    private static final Random RANDOM = new Random();

    private final WebhookId webhook = WebhookId.mint(NOW, RANDOM);
    private final EventId event = EventId.mint(NOW, RANDOM);

    /** The port. */
    protected abstract CapturedResponseStore responses();

    @Test
    void findsTheResponsesOfOneDeliveryNewestFirst() {
        SealedResponse first = add(webhook, event, 1, 2, EXPIRY);
        SealedResponse tenth = add(webhook, event, 1, 10, EXPIRY);
        SealedResponse redelivered = add(webhook, event, 2, 1, EXPIRY);
        add(webhook, EventId.mint(NOW, RANDOM), 1, 1, EXPIRY);
        add(WebhookId.mint(NOW, RANDOM), event, 1, 1, EXPIRY);

        assertThat(responses().of(webhook, event, NOW)).containsExactly(redelivered, tenth, first);
        assertThat(responses().of(webhook, EventId.mint(NOW, RANDOM), NOW)).isEmpty();
    }

    @Test
    void repeatedWriteKeepsOneResponse() {
        add(webhook, event, 1, 1, EXPIRY);
        SealedResponse again = add(webhook, event, 1, 1, EXPIRY);

        assertThat(responses().of(webhook, event, NOW)).containsExactly(again);
    }

    @Test
    void findsNoResponseOfWhichSevenDaysHavePassed() {
        add(webhook, event, 1, 1, EXPIRY);
        SealedResponse later = add(webhook, event, 1, 2, EXPIRY.plusSeconds(60));

        assertThat(responses().of(webhook, event, EXPIRY.minusSeconds(1))).hasSize(2);
        assertThat(responses().of(webhook, event, EXPIRY)).containsExactly(later);
    }

    @Test
    void readsTheNewestResponsesOnly() {
        IntStream.rangeClosed(1, CapturedResponseStore.MAX + 2).forEach(cycle -> add(webhook, event, cycle, 1, EXPIRY));

        assertThat(responses().of(webhook, event, NOW))
                .hasSize(CapturedResponseStore.MAX)
                .extracting(response -> response.attempt().cycle())
                .startsWith(CapturedResponseStore.MAX + 2)
                .endsWith(3);
    }

    private SealedResponse add(WebhookId of, EventId delivered, int cycle, int number, Instant expiresAt) {
        SealedResponse response =
                new SealedResponse(new AttemptId(delivered, cycle, number), "k", "c" + cycle + "." + number);
        responses().add(of, response, expiresAt);
        return response;
    }
}
