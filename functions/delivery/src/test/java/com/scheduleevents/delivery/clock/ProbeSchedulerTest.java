package com.scheduleevents.delivery.clock;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.circuit.DueWebhook;
import com.scheduleevents.domain.circuit.DueWebhookIndex;
import com.scheduleevents.domain.circuit.Probe;
import com.scheduleevents.domain.queue.MessageQueue;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.memory.InMemoryDueWebhooks;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

final class ProbeSchedulerTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00.123Z");
    private static final Instant NEVER = Instant.MAX;
    private static final Duration LEASE = Duration.ofMinutes(2);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final AccountId ACCOUNT = new AccountId("acc_1");

    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    private final DueWebhookIndex due = new InMemoryDueWebhooks(webhooks);
    private final Queue<Probe> sent = new ConcurrentLinkedQueue<>();

    @Test
    void leasesAndProbesEveryDueWebhookAndNoOther() {
        addOpenCircuits(2000, NOW);
        addOpenCircuits(List.of("whk_later"), NOW.plusMillis(1));

        SweepResult swept = sweep(due, this::send, NOW).queueProbes(NEVER);

        assertThat(swept).isEqualTo(new SweepResult(2000, 0, 0, 0, 0));
        assertThat(swept.isComplete()).isTrue();
        assertThat(sent).hasSize(2000).allSatisfy(probe -> {
            assertThat(probe.lease()).isEqualTo(NOW.plus(LEASE));
            assertThat(dueAt(probe.webhook())).contains(probe.lease());
        });
        assertThat(dueAt(new WebhookId("whk_later"))).contains(NOW.plusMillis(1));
        assertThat(sweep(due, this::send, NOW).queueProbes(NEVER)).isEqualTo(SweepResult.NOTHING);
    }

    @Test
    void doesNotProbeAWebhookThatIsLeasedAlready() {
        addOpenCircuits(30, NOW);
        DueWebhookIndex late = new Broken(due) {
            @Override
            public boolean lease(DueWebhook one, Instant until) {
                return isEven(one.webhook()) ? super.lease(one, until) : false;
            }
        };
        assertThat(sweep(late, this::send, NOW).queueProbes(NEVER)).isEqualTo(new SweepResult(15, 15, 0, 0, 0));
        assertThat(sent).hasSize(15).allMatch(probe -> isEven(probe.webhook()));
    }

    @Test
    void probesTheOthersWhenALeaseFails() {
        addOpenCircuits(100, NOW);
        DueWebhookIndex flawed = new Broken(due) {
            @Override
            public boolean lease(DueWebhook one, Instant until) {
                if (one.webhook().value().equals("whk_7")) {
                    throw new IllegalStateException("refused");
                }
                return super.lease(one, until);
            }
        };
        SweepResult swept = sweep(flawed, this::send, NOW).queueProbes(NEVER);
        assertThat(swept).isEqualTo(new SweepResult(99, 0, 1, 0, 0));
        assertThat(swept.isComplete()).isFalse();
        assertThat(dueAt(new WebhookId("whk_7"))).contains(NOW);
    }

    @Test
    void probesTheOtherShardsWhenOneCannotBeRead() {
        addOpenCircuits(100, NOW);
        DueWebhookIndex flawed = new Broken(due) {
            @Override
            public Stream<DueWebhook> due(int shard, Instant now) {
                if (shard == 3) {
                    throw new IllegalStateException("throttled");
                }
                return super.due(shard, now);
            }
        };
        SweepResult swept = sweep(flawed, this::send, NOW).queueProbes(NEVER);
        assertThat(swept.unreadShards()).isEqualTo(1);
        assertThat(swept.isComplete()).isFalse();
        assertThat(sent).hasSize(100 - inShard(3)).hasSize(swept.sent());
    }

    @Test
    void queuesTheOthersWhenACallOfTheQueueFails() {
        addOpenCircuits(100, NOW);
        AtomicInteger calls = new AtomicInteger();
        MessageQueue<Probe> flawed = (probes, delay, _) -> {
            if (calls.getAndIncrement() == 0) {
                throw new IllegalStateException("refused");
            }
            send(probes, delay, false);
        };
        SweepResult swept = sweep(due, flawed, NOW).queueProbes(NEVER);
        assertThat(swept.unsent()).isBetween(1, 10);
        assertThat(swept.isComplete()).isFalse();
        assertThat(sent).hasSize(100 - swept.unsent());
        // Webhooks that were leased without a probe are due again when the lease ends.
        assertThat(sweep(due, this::send, NOW.plus(LEASE)).queueProbes(NEVER).sent())
                .isEqualTo(100);
    }

    @Test
    void leasesNothingAfterItsDeadline() {
        addOpenCircuits(100, NOW);
        assertThat(sweep(due, this::send, NOW).queueProbes(NOW)).isEqualTo(SweepResult.NOTHING);
        assertThat(webhooks.all()).allMatch(webhook -> webhook.health().dueAt().equals(Optional.of(NOW)));
    }

    @Test
    void readsDueWebhooksAsAStream() {
        addOpenCircuits(1000, NOW);
        AtomicInteger read = new AtomicInteger();
        AtomicInteger furthestAhead = new AtomicInteger();
        DueWebhookIndex counting = new Broken(due) {
            @Override
            public Stream<DueWebhook> due(int shard, Instant now) {
                return super.due(shard, now).peek(_ -> read.incrementAndGet());
            }
        };
        MessageQueue<Probe> measuring = (probes, delay, _) -> {
            send(probes, delay, false);
            furthestAhead.accumulateAndGet(read.get() - sent.size(), Math::max);
        };
        assertThat(sweep(counting, measuring, NOW).queueProbes(NEVER).sent()).isEqualTo(1000);
        assertThat(furthestAhead.get()).isLessThanOrEqualTo(DueWebhookIndex.SHARDS * 25);
    }

    /** The scheduler may crash at any step, several times in a row; afterwards every webhook gets its probe in time. */
    @Property(tries = 100)
    void probesADueWebhookWithinTwoLeasesWhateverCrashes(
            @ForAll @Size(min = 1, max = 4) List<@IntRange(max = 40) Integer> stepsUntilDeath,
            @ForAll @IntRange(min = 1, max = 40) int count) {
        ProbeSchedulerTest world = new ProbeSchedulerTest();
        world.addOpenCircuits(count, NOW);
        Instant now = NOW;
        for (int steps : stepsUntilDeath) {
            Dying dying = new Dying(steps);
            sweep(dying.webhooks(world.due), dying.queue(world::send), now).queueProbes(NEVER);
            now = now.plus(MINUTE);
        }
        Instant lastDeath = now.minus(MINUTE);
        for (; !now.isAfter(lastDeath.plus(LEASE.multipliedBy(2))); now = now.plus(MINUTE)) {
            sweep(world.due, world::send, now).queueProbes(NEVER);
        }
        Set<WebhookId> checked = world.sent.stream().map(Probe::webhook).collect(Collectors.toSet());
        assertThat(checked).hasSize(count);
        // Nothing has probed them, so each stays due whatever crashed.
        assertThat(world.webhooks.all())
                .allMatch(webhook -> webhook.health().dueAt().isPresent());
    }

    private static ProbeScheduler sweep(DueWebhookIndex webhooks, MessageQueue<Probe> queue, Instant now) {
        return new ProbeScheduler(webhooks, queue, Clock.fixed(now, ZoneOffset.UTC), LEASE);
    }

    private void send(List<Probe> probes, Duration delay, boolean receivedBefore) {
        assertThat(delay).isZero();
        assertThat(receivedBefore).isFalse();
        sent.addAll(probes);
    }

    private void addOpenCircuits(int count, Instant dueAt) {
        addOpenCircuits(IntStream.range(0, count).mapToObj(n -> "whk_" + n).toList(), dueAt);
    }

    private void addOpenCircuits(List<String> ids, Instant dueAt) {
        Health openCircuit = Health.UNKNOWN.withCircuit(new Circuit.Open(Duration.ofSeconds(10)), dueAt);
        ids.forEach(id -> webhooks.insert(Webhook.registered(
                        ACCOUNT,
                        new WebhookId(id),
                        new ApiKeyId("key_1"),
                        new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                        new Clinics.All(),
                        new SealedSecret(1, "k", "aaa"),
                        NOW)
                .with(openCircuit)));
    }

    private Optional<Instant> dueAt(WebhookId id) {
        return webhooks.find(ACCOUNT, id).orElseThrow().health().dueAt();
    }

    private int inShard(int shard) {
        return Math.toIntExact(webhooks.all().stream()
                .filter(webhook -> Math.floorMod(webhook.id().value().hashCode(), DueWebhookIndex.SHARDS) == shard)
                .count());
    }

    private static boolean isEven(WebhookId webhook) {
        return (webhook.value().charAt(webhook.value().length() - 1) - '0') % 2 == 0;
    }

    /** A port that a test breaks in one way. */
    private abstract static class Broken implements DueWebhookIndex {

        private final DueWebhookIndex whole;

        Broken(DueWebhookIndex whole) {
            this.whole = whole;
        }

        @Override
        public Stream<DueWebhook> due(int shard, Instant now) {
            return whole.due(shard, now);
        }

        @Override
        public boolean lease(DueWebhook one, Instant until) {
            return whole.lease(one, until);
        }
    }

    /** A process that crashes after some calls and reaches nothing afterwards. */
    private static final class Dying {

        private final AtomicInteger left;

        Dying(int steps) {
            this.left = new AtomicInteger(steps);
        }

        DueWebhookIndex webhooks(DueWebhookIndex real) {
            return new Broken(real) {
                @Override
                public boolean lease(DueWebhook one, Instant until) {
                    step();
                    return super.lease(one, until);
                }
            };
        }

        MessageQueue<Probe> queue(MessageQueue<Probe> real) {
            return (probes, delay, _) -> {
                step();
                real.send(probes, delay);
            };
        }

        private void step() {
            if (left.getAndDecrement() <= 0) {
                throw new Death();
            }
        }
    }

    private static final class Death extends Error {
        private static final long serialVersionUID = 1;
    }
}
