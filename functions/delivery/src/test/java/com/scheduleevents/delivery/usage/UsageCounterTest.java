package com.scheduleevents.delivery.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.events.SQSEvent.SQSMessage;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.aws.records.MessageDelays;
import com.scheduleevents.aws.records.QueueRecord;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.event.EventRange;
import com.scheduleevents.domain.event.EventStore.Feed;
import com.scheduleevents.domain.usage.CountedDelivery;
import com.scheduleevents.domain.usage.CountedWebhook;
import com.scheduleevents.domain.usage.DayFigures;
import com.scheduleevents.domain.usage.Usage;
import com.scheduleevents.domain.usage.UsageDay;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageMessage;
import com.scheduleevents.domain.usage.UsageRowWriter;
import com.scheduleevents.domain.usage.UsageSource;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.samples.SampleDays;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Counters that may crash before any call, have little time and receive messages more than once. */
class UsageCounterTest {

    private static final Duration RETENTION = Duration.ofDays(90);
    private static final Instant FIRST_NIGHT = SampleDays.DAY.end().plus(Duration.ofMinutes(90));
    private static final Instant THIRD_NIGHT = FIRST_NIGHT.plus(Duration.ofDays(2));

    @Property(tries = 300)
    void countsEverythingInTheLastNightWhereverItCrashes(@ForAll long seed, @ForAll @IntRange(max = 9) int deaths) {
        World world = new World(seed, deaths);
        world.night(FIRST_NIGHT);
        world.days.more(SampleDays.DAY, 3);
        world.night(THIRD_NIGHT);
        assertThat(world.written()).isEqualTo(world.days.expected());
        assertThat(world.figures()).isEqualTo(world.days.expectedFigures());
        assertThat(world.usage.counted(SampleDays.ACCOUNT, SampleDays.DAY, SampleDays.DAY))
                .hasEntrySatisfying(SampleDays.DAY, at -> assertThat(SampleDays.DAY.isSettledAt(at))
                        .isTrue());
        assertThat(world.dead).isEmpty();
    }

    @Test
    void doesNotChangeASettledDay() {
        World world = new World(1, 0);
        world.night(THIRD_NIGHT);
        Map<ClinicId, Usage> billed = world.days.expected();

        world.days.more(SampleDays.DAY, 3);
        world.night(THIRD_NIGHT.plus(Duration.ofDays(1)));

        assertThat(world.written()).isEqualTo(billed);
    }

    @Test
    void doesNotChangeADayWhoseEventsHaveExpired() {
        World world = new World(1, 0);
        world.night(FIRST_NIGHT);
        Map<ClinicId, Usage> counted = world.days.expected();

        world.days.more(SampleDays.DAY, 3);
        world.night(FIRST_NIGHT.plus(RETENTION));

        assertThat(world.written()).isEqualTo(counted);
    }

    @Test
    void storesAMessageThatCannotBeParsedAsADeadLetter() {
        World world = new World(1, 0);
        SQSMessage message = new SQSMessage();
        message.setMessageId("message-1");
        message.setBody("no message");
        SQSEvent batch = new SQSEvent();
        batch.setRecords(List.of(message));

        assertThat(world.counter.handleRequest(batch, null).getBatchItemFailures())
                .isEmpty();
        assertThat(world.dead).containsExactly("no message: not a message: invalid JSON in line 1, column 1");
    }

    /** Ends the process. */
    private static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private static final class World {

        final SampleDays days;
        final DynamoUsage usage = TestWiring.create().usage();
        final List<String> dead = new ArrayList<>();
        final UsageCounter counter;

        private final Deque<String> queue = new ArrayDeque<>();
        private final Random random;
        private int deaths;
        private Instant now = FIRST_NIGHT;

        World(long seed, int deaths) {
            this.random = new Random(seed);
            this.deaths = deaths;
            this.days = new SampleDays(seed, 10);
            InstantSource time = () -> now;
            this.counter = new UsageCounter(
                    new MortalReader(),
                    usage,
                    new MortalWriter(),
                    (messages, _, _) -> {
                        call();
                        messages.forEach(message -> queue.addLast(MessageCodec.USAGE.write(message)));
                    },
                    (body, reason) -> dead.add(body + ": " + reason),
                    MessageDelays.NONE,
                    time.withZone(ZoneOffset.UTC),
                    Duration.ZERO,
                    RETENTION,
                    new InMemoryMetrics());
        }

        /** Requests the day and runs counters until the queue is empty. */
        void night(Instant begins) {
            now = begins;
            queue.addLast(MessageCodec.USAGE.write(new UsageMessage.Begin(SampleDays.ACCOUNT, SampleDays.DAY)));
            while (!queue.isEmpty()) {
                String message = queue.removeFirst();
                try {
                    counter.handle(
                            new QueueRecord("message-1", "", message, false, () -> Duration.ofSeconds(30)),
                            now.plusMillis(random.nextInt(12)));
                    if (random.nextInt(8) == 0) {
                        queue.addLast(message); // acknowledged too late and delivered again
                    }
                } catch (Died e) {
                    queue.addLast(message);
                }
            }
        }

        /** Without rows that are all zero. */
        Map<ClinicId, Usage> written() {
            Map<ClinicId, Usage> rows = new HashMap<>(usage.written(SampleDays.ACCOUNT, SampleDays.DAY));
            rows.values().removeIf(Usage.NOTHING::equals);
            return rows;
        }

        Map<WebhookId, Map<Integer, List<Long>>> figures() {
            Map<WebhookId, Map<Integer, List<Long>>> found = new HashMap<>();
            days.recorded().webhooks(SampleDays.ACCOUNT).forEach(webhook -> usage.find(
                            SampleDays.ACCOUNT, webhook.id(), Set.of(SampleDays.DAY))
                    .values()
                    .forEach(day -> found.put(webhook.id(), SampleDays.plain(day))));
            return found;
        }

        private void call() {
            now = now.plusMillis(1);
            if (deaths > 0 && random.nextInt(6) == 0) {
                deaths--;
                throw new Died();
            }
        }

        private final class MortalReader implements UsageSource {
            @Override
            public Part<ClinicId> events(Feed feed, EventRange range) {
                call();
                return days.recorded().events(feed, range);
            }

            @Override
            public Part<CountedDelivery> deliveries(WebhookId webhook, EventRange range) {
                call();
                return days.recorded().deliveries(webhook, range);
            }

            @Override
            public List<CountedWebhook> webhooks(AccountId account) {
                call();
                return days.recorded().webhooks(account);
            }
        }

        private final class MortalWriter implements UsageRowWriter {
            @Override
            public Claim claim(AccountId account, UsageDay day, Instant began) {
                call();
                return usage.claim(account, day, began);
            }

            @Override
            public Map<ClinicId, Usage> written(AccountId account, UsageDay day) {
                call();
                return usage.written(account, day);
            }

            @Override
            public boolean put(AccountId account, UsageKey key, Usage counted, Instant began) {
                call();
                return usage.put(account, key, counted, began);
            }

            @Override
            public void put(AccountId account, UsageDay day, WebhookId webhook, DayFigures figures, Instant began) {
                call();
                usage.put(account, day, webhook, figures, began);
            }

            @Override
            public void finish(AccountId account, UsageDay day, Instant began) {
                call();
                usage.finish(account, day, began);
            }
        }
    }
}
