package com.scheduleevents.aws.deliveries;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.delivery.CapturedResponseStore;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.webhook.AttemptId;
import com.scheduleevents.domain.webhook.SealedResponse;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class DynamoCapturedResponsesTest extends CapturedResponseStoreContract {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private final CapturedResponseStore responses =
            new DynamoCapturedResponses(TABLES.dynamoDb(), TABLES.named("ResponsesTable"));

    @Override
    protected CapturedResponseStore responses() {
        return responses;
    }

    @Nested
    final class Simulated extends CapturedResponseStoreContract {

        private final CapturedResponseStore simulated = TestWiring.create().capturedResponses();

        @Override
        protected CapturedResponseStore responses() {
            return simulated;
        }
    }

    @Test
    void responseTakesOneWriteAndThoseOfADeliveryOneQuery() {
        List<String> calls = new ArrayList<>();
        CapturedResponseStore watched =
                new DynamoCapturedResponses(TABLES.watched(calls::add), TABLES.named("ResponsesTable"));
        Instant now = Instant.parse("2026-11-21T15:00:00Z");
        EventId event = EventId.firstAtOrAfter(now);
        WebhookId webhook = new WebhookId("whk_watched");
        for (int number = 1; number <= 11; number++) {
            watched.add(
                    webhook,
                    new SealedResponse(new AttemptId(event, 1, number), "k", "c"),
                    now.plus(CapturedResponseStore.KEPT));
        }
        assertThat(calls).hasSize(11).containsOnly("PutItem");
        calls.clear();

        assertThat(watched.of(webhook, event, now)).hasSize(11);
        assertThat(calls).containsExactly("Query");
    }

    @Test
    void responseOfAKilobyteTakesTwoWriteUnitsAndHalfAReadUnit() {
        List<Double> units = new ArrayList<>();
        CapturedResponseStore metered = new DynamoCapturedResponses(
                TABLES.metered((_, capacity) -> units.add(capacity)), TABLES.named("ResponsesTable"));
        int sealed = (CapturedResponse.MAX_BYTES + 100) * 4 / 3;
        Instant now = Instant.parse("2026-11-21T15:00:00Z");
        EventId event = EventId.firstAtOrAfter(now);
        metered.add(
                new WebhookId("whk_metered"),
                new SealedResponse(new AttemptId(event, 1, 1), "signing-secrets-1", "c".repeat(sealed)),
                now);
        metered.of(new WebhookId("whk_metered"), event, now);

        assertThat(units).containsExactly(2.0, 0.5);
    }
}
