package com.scheduleevents.aws.replays;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.replay.Replay;
import com.scheduleevents.domain.replay.ReplayEnd;
import com.scheduleevents.domain.replay.ReplayFilter;
import com.scheduleevents.domain.replay.ReplayId;
import com.scheduleevents.domain.replay.ReplayProgress;
import com.scheduleevents.domain.replay.ReplaySelection;
import com.scheduleevents.domain.replay.ReplayStore;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.samples.AuditSamples;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract of {@link ReplayStore}. */
abstract class ReplayStoreContract {

    protected static final Instant NOW = Instant.parse("2026-11-20T14:02:11.337Z");
    protected static final Instant EXPIRY = NOW.plus(Duration.ofDays(36_500));
    private static final Random RANDOM = new Random();

    /** Of the replays. */
    protected final WebhookId webhook = WebhookId.mint(NOW, RANDOM);

    /** The port, which has no replays of new webhooks. */
    protected abstract ReplayStore store();

    @Test
    void replayStartsAdvancesAndEnds() {
        Replay begun = replay(0, Optional.of(ReplayFilter.MISSED));
        assertThat(store().start(begun, EXPIRY, AuditSamples.entry(new AccountId("acc_1"))))
                .isEmpty();
        assertThat(store().find(webhook, begun.id())).contains(begun);

        Replay advanced = begun.advanced(new ReplayProgress(1, Optional.of(EventId.mint(NOW, RANDOM)), 100, 7));
        assertThat(store().replace(begun, advanced)).isTrue();
        assertThat(store().find(webhook, begun.id())).contains(advanced);
        assertThat(store().replace(begun, begun.advanced(new ReplayProgress(1, Optional.empty(), 100, 8))))
                .isFalse();

        Replay ended = advanced.ended(ReplayEnd.Why.COMPLETED, NOW.plusSeconds(5));
        assertThat(store().replace(begun, begun.ended(ReplayEnd.Why.CANCELLED, NOW)))
                .isFalse();
        assertThat(store().replace(advanced, ended)).isTrue();
        assertThat(store().find(webhook, begun.id())).contains(ended);
        assertThat(store().replace(advanced, advanced.ended(ReplayEnd.Why.CANCELLED, NOW)))
                .isFalse();
        assertThat(store().replace(advanced, advanced.advanced(new ReplayProgress(2, Optional.empty(), 100, 7))))
                .isFalse();
    }

    @Test
    void startReturnsTheReplayThatIsRunning() {
        Replay first = replay(0, Optional.empty());
        Replay second = replay(1, Optional.empty());
        assertThat(store().start(first, EXPIRY, AuditSamples.entry(new AccountId("acc_1"))))
                .isEmpty();
        assertThat(store().start(second, EXPIRY, AuditSamples.entry(new AccountId("acc_1"))))
                .contains(first);
        assertThat(store().find(webhook, second.id())).isEmpty();
        assertThat(store().start(
                                replay(WebhookId.mint(NOW, RANDOM), 1, Optional.empty()),
                                EXPIRY,
                                AuditSamples.entry(new AccountId("acc_1"))))
                .isEmpty();

        assertThat(store().replace(first, first.ended(ReplayEnd.Why.CANCELLED, NOW)))
                .isTrue();
        assertThat(store().start(second, EXPIRY, AuditSamples.entry(new AccountId("acc_1"))))
                .isEmpty();
    }

    @Test
    void cancelEndsAReplayThatIsAtTheSameStepAndMakesRoom() {
        AuditEntry entry = AuditSamples.entry(new AccountId("acc_1"));
        Replay begun = replay(0, Optional.empty());
        store().start(begun, EXPIRY, entry);
        Replay advanced = begun.advanced(new ReplayProgress(1, Optional.empty(), 100, 7));
        assertThat(store().replace(begun, advanced)).isTrue();
        Replay cancelled = advanced.ended(ReplayEnd.Why.CANCELLED, NOW);

        assertThat(store().cancel(begun, begun.ended(ReplayEnd.Why.CANCELLED, NOW), entry))
                .isFalse();
        assertThat(store().cancel(advanced, cancelled, entry)).isTrue();
        assertThat(store().find(webhook, begun.id())).contains(cancelled);
        assertThat(store().start(replay(1, Optional.empty()), EXPIRY, entry)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void replaceStoresEveryReasonForAnEnd(ReplayEnd.Why why) {
        Replay begun = replay(0, Optional.empty());
        store().start(begun, EXPIRY, AuditSamples.entry(new AccountId("acc_1")));
        Replay ended = begun.ended(why, NOW);
        assertThat(store().replace(begun, ended)).isTrue();
        assertThat(store().find(webhook, begun.id())).contains(ended);
    }

    @Test
    void newestFirstListsReplaysInPages() {
        List<Replay> all = IntStream.range(0, 3)
                .mapToObj(n -> {
                    Replay replay = replay(n, Optional.empty());
                    store().start(replay, EXPIRY, AuditSamples.entry(new AccountId("acc_1")));
                    Replay ended = n == 2 ? replay : replay.ended(ReplayEnd.Why.COMPLETED, NOW);
                    return n == 2 || store().replace(replay, ended) ? ended : replay;
                })
                .toList()
                .reversed();
        assertThat(store().newestFirst(webhook, Optional.empty(), 5)).isEqualTo(all);
        assertThat(store().newestFirst(webhook, Optional.empty(), 2)).isEqualTo(all.subList(0, 2));
        assertThat(store().newestFirst(webhook, Optional.of(all.get(0).id()), 1))
                .isEqualTo(all.subList(1, 2));
        assertThat(store().newestFirst(webhook, Optional.of(all.get(2).id()), 5))
                .isEmpty();
    }

    /** A replay that has just begun; a greater number is that of a later one. */
    protected final Replay replay(int n, Optional<ReplayFilter> filter) {
        return replay(webhook, n, filter);
    }

    private static Replay replay(WebhookId of, int n, Optional<ReplayFilter> filter) {
        return new Replay(
                new AccountId("acc_1"),
                of,
                3,
                ReplayId.mint(NOW.plusSeconds(n), RANDOM),
                new ReplaySelection(NOW.minusNanos(1_234), NOW, filter),
                NOW,
                new ReplayProgress(0, Optional.empty(), 0, 0),
                Optional.empty());
    }
}
