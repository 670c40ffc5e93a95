package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.circuit.DueWebhookIndex;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contract of {@link DueWebhookIndex}. The index covers all accounts, so each test reads its own account only. */
public abstract class DueWebhookIndexContract {

    private static final Random RANDOM = new Random();
    private static final Instant T = Instant.parse("2026-11-21T10:00:00.123Z");
    private static final Instant UNTIL = T.plus(Duration.ofMinutes(2));

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));

    /** The port. */
    protected abstract DueWebhookIndex due();

    /** The webhooks that may be due. */
    protected abstract WebhookStore webhooks();

    /** Stores a webhook without a registration. */
    protected abstract void insert(Webhook webhook);

    @Test
    void dueListsEachWebhookInOneShardLongestDueFirst() {
        List<DueWebhook> expected = IntStream.range(0, 200)
                .mapToObj(n ->
                        new DueWebhook(account, circuitOpen(T.minusMillis(n)).id(), T.minusMillis(n)))
                .toList();
        circuitOpen(T.plusMillis(1));
        inserted(Health.UNKNOWN);
        Webhook disabled = circuitOpen(T);
        webhooks().update(disabled, disabled.disabled(new Disabling.Requested(T)));

        assertThat(allDue()).containsExactlyInAnyOrderElementsOf(expected);
        for (int shard = 0; shard < DueWebhookIndex.SHARDS; shard++) {
            assertThat(dueIn(shard).map(DueWebhook::dueAt)).isNotEmpty().isSorted();
        }
    }

    @Test
    void leaseSucceedsForOneClock() {
        Webhook webhook = circuitOpen(T);
        DueWebhook read = new DueWebhook(account, webhook.id(), T);

        assertThat(due().lease(read, UNTIL)).isTrue();
        assertThat(due().lease(read, UNTIL.plusMillis(1))).isFalse();
        assertThat(due().lease(read, UNTIL)).isTrue();
        Health leased = webhooks().find(account, webhook.id()).orElseThrow().health();
        assertThat(leased)
                .isEqualTo(webhook.health()
                        .withCircuit(webhook.health().circuit(), UNTIL)
                        .withRevision(1));
        assertThat(allDue()).isEmpty();
        // The lease has ended, so the next clock gets it.
        assertThat(due().lease(new DueWebhook(account, webhook.id(), UNTIL), UNTIL.plusSeconds(120)))
                .isTrue();
    }

    @Test
    void leaseFailsWhenTheWebhookIsGoneOrDisabled() {
        Webhook gone = circuitOpen(T);
        webhooks().delete(account, gone.id(), Instant.now());
        assertThat(due().lease(new DueWebhook(account, gone.id(), T), UNTIL)).isFalse();
        assertThat(webhooks().find(account, gone.id())).isEmpty();

        Webhook disabled = circuitOpen(T);
        webhooks().update(disabled, disabled.disabled(new Disabling.Requested(T)));
        assertThat(due().lease(new DueWebhook(account, disabled.id(), T), UNTIL))
                .isFalse();
        assertThat(webhooks()
                        .find(account, disabled.id())
                        .orElseThrow()
                        .health()
                        .dueAt())
                .isEmpty();
    }

    private List<DueWebhook> allDue() {
        return IntStream.range(0, DueWebhookIndex.SHARDS)
                .boxed()
                .flatMap(this::dueIn)
                .toList();
    }

    private Stream<DueWebhook> dueIn(int shard) {
        return due().due(shard, T).filter(one -> one.account().equals(account));
    }

    private Webhook circuitOpen(Instant dueAt) {
        return inserted(Health.UNKNOWN.withCircuit(new Circuit.Open(Duration.ofSeconds(10)), dueAt));
    }

    private Webhook inserted(Health health) {
        Webhook webhook = Webhook.registered(
                        account,
                        WebhookId.mint(T, RANDOM),
                        new ApiKeyId("key_1"),
                        new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                        new Clinics.All(),
                        new SealedSecret(1, "k", "aaa"),
                        T)
                .with(health);
        insert(webhook);
        return webhook;
    }
}
