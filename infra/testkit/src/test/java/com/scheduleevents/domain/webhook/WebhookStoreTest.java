package com.scheduleevents.domain.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long a rule is applied again, where other writers of the health are faster. */
final class WebhookStoreTest {

    private static final Webhook WEBHOOK = Webhook.registered(
            new AccountId("acc_1"),
            new WebhookId("whk_1"),
            new ApiKeyId("key_1"),
            new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty()),
            new Clinics.All(),
            new SealedSecret(1, "k", "whsec_x"),
            Instant.parse("2026-11-21T12:00:00Z"));

    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();

    /** The next attempt shows the same; nobody makes up for the write of a probe before its lease has ended. */
    @ParameterizedTest(name = "{0}, {1} others are faster: written {2}")
    @CsvSource({
        "FAILED, 4, true",
        "FAILED, 5, false",
        "OPENED, 5, false",
        "SUCCEEDED, 5, false",
        "PROBE_FAILED, 5, true",
        "DRAINED, 49, true",
        "DRAINED, 50, false"
    })
    void ruleOfAnAttemptIsGivenUpBeforeThatOfAProbe(Rule rule, int faster, boolean written) {
        webhooks.insert(WEBHOOK);
        writeBefore(faster);

        Optional<HealthChange> change =
                webhooks.change(WEBHOOK, health -> Optional.of(new HealthChange(rule, health.withSlow(true))));

        assertThat(change.isPresent()).isEqualTo(written);
        assertThat(webhooks.all().getFirst().health().slow()).isEqualTo(written);
    }

    private void writeBefore(int times) {
        if (times > 0) {
            webhooks.beforeTheNextWrite(() -> {
                Webhook row = webhooks.all().getFirst();
                webhooks.write(row, new HealthChange(Rule.MEASURED, row.health()));
                writeBefore(times - 1);
            });
        }
    }
}
