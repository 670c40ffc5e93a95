package com.scheduleevents.domain.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.usage.DayCounter.Counted;
import com.scheduleevents.domain.usage.DayCounter.LiveCount;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.samples.SampleDays;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.BiConsumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Tests that the stored usage is correct after any interruption and with concurrent counts of the same day. */
class UsageCountTest {

    private static final Instant NIGHT = Instant.parse("2026-11-21T01:30:00Z");

    @Property
    void countContinuedAfterAnyQueryIsCorrect(@ForAll long seed, @ForAll @IntRange(max = 20) int events) {
        SampleDays recording = new SampleDays(seed, events);
        Map<WebhookId, Map<Integer, List<Long>>> figures = new HashMap<>();
        UsageCount whole = whole(
                recording, NIGHT, new Random(seed), (webhook, day) -> figures.put(webhook, SampleDays.plain(day)));

        assertThat(whole.found()).isEqualTo(recording.expected());
        assertThat(figures).isEqualTo(recording.expectedFigures());
    }

    @Property
    void keyOfSomeClinicsCountsThoseOnly(@ForAll long seed, @ForAll @IntRange(max = 20) int events) {
        SampleDays recording = new SampleDays(seed, events);
        ClinicId clinic = new ClinicId("cln_1");
        DayCounter counter = new DayCounter(recording.recorded());

        var seen = counter.live(SampleDays.ACCOUNT, SampleDays.DAY, new Clinics.Listed(Set.of(clinic)));

        assertThat(seen).isEqualTo(new LiveCount(only(recording.expected(), clinic), true, seen.queries()));
        assertThat(seen.queries()).isPositive();
        LiveCount whole = counter.live(SampleDays.ACCOUNT, SampleDays.DAY, new Clinics.All());
        assertThat(whole).isEqualTo(new LiveCount(recording.expected(), true, whole.queries()));
    }

    @Property
    void repeatCompletesAWriterThatDiedAtAnyCall(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 8) int firstDeath,
            @ForAll @IntRange(min = 1, max = 8) int secondDeath) {
        DynamoUsage usage = TestWiring.create().usage();
        SampleDays recording = new SampleDays(seed, 12);
        write(recording, NIGHT, new Dying(usage, firstDeath));
        recording.more(SampleDays.DAY, 3);
        write(recording, NIGHT.plusSeconds(1), new Dying(usage, secondDeath));

        assertThat(write(recording, NIGHT.plusSeconds(2), usage)).isTrue();

        assertThat(usage.written(SampleDays.ACCOUNT, SampleDays.DAY)).isEqualTo(recording.expected());
        assertThat(usage.counted(SampleDays.ACCOUNT, SampleDays.DAY, SampleDays.DAY))
                .containsEntry(SampleDays.DAY, NIGHT.plusSeconds(2));
    }

    /**
     * An earlier count may differ from the ones before and after it, for example while a delivery is sent again and then fails
     * again.
     */
    @Property
    void lateWriteOfAnEarlierCountChangesNothing(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int interrupted) {
        DynamoUsage usage = TestWiring.create().usage();
        Random random = new Random(seed);
        UsageCount first = found(NIGHT.minusSeconds(1), random);
        UsageCount earlier = found(NIGHT, random);
        UsageCount later = found(NIGHT.plusSeconds(1), random);
        new UsageWriter(usage).write(first);

        boolean[] laterIsThere = {false};
        new UsageWriter(new Interrupted(
                        usage, interrupted, () -> laterIsThere[0] = new UsageWriter(usage).write(later)))
                .write(earlier);
        if (!laterIsThere[0]) {
            new UsageWriter(usage).write(later);
        }

        assertThat(usage.written(SampleDays.ACCOUNT, SampleDays.DAY)).isEqualTo(later.found());
        assertThat(new UsageWriter(usage).write(earlier)).isFalse();
        assertThat(usage.written(SampleDays.ACCOUNT, SampleDays.DAY)).isEqualTo(later.found());
    }

    private static UsageCount found(Instant began, Random random) {
        UsageCount begun = UsageCount.of(SampleDays.ACCOUNT, SampleDays.DAY, began);
        Map<ClinicId, Usage> found = new HashMap<>();
        for (int clinic = 0; clinic < 3; clinic++) {
            found.put(new ClinicId("cln_" + clinic), new Usage(2, 0, random.nextInt(2), 2));
        }
        return new UsageCount(
                begun.account(), begun.day(), began, begun.webhook(), begun.after(), found, Optional.empty());
    }

    @Property(tries = 20)
    void unchangedSecondCountWritesNoRow(@ForAll long seed) {
        DynamoUsage usage = TestWiring.create().usage();
        SampleDays recording = new SampleDays(seed, 12);
        UsageCount count = whole(recording, NIGHT, new Random(seed));
        new UsageWriter(usage).write(count);

        assertThat(UsageWriter.changes(
                        count, usage.written(SampleDays.ACCOUNT, SampleDays.DAY), UsageRowWriter.Claim.ALONE))
                .isEmpty();
        assertThat(UsageWriter.changes(
                        UsageCount.of(SampleDays.ACCOUNT, SampleDays.DAY, NIGHT),
                        recording.expected(),
                        UsageRowWriter.Claim.ALONE))
                .hasSameSizeAs(recording.expected().keySet())
                .allMatch(row -> row.usage().equals(Usage.NOTHING));
    }

    private static boolean write(SampleDays recording, Instant now, UsageRowWriter writer) {
        try {
            return new UsageWriter(writer).write(whole(recording, now, new Random(0)));
        } catch (Died e) {
            return false;
        }
    }

    /** Counts with workers that can run out of time at any query, each continuing with the message of the one before. */
    private static UsageCount whole(SampleDays recording, Instant now, Random random) {
        return whole(recording, now, random, (_, _) -> {});
    }

    private static UsageCount whole(
            SampleDays recording, Instant now, Random random, BiConsumer<WebhookId, DayFigures> figures) {
        UsageCount count = UsageCount.of(SampleDays.ACCOUNT, SampleDays.DAY, now);
        while (true) {
            switch (new DayCounter(recording.recorded()).countOn(count, () -> random.nextInt(3) == 0, figures)) {
                case Counted.Whole(UsageCount whole) -> {
                    return whole;
                }
                case Counted.Partly(UsageCount sofar) -> count = sofar;
            }
        }
    }

    private static Map<ClinicId, Usage> only(Map<ClinicId, Usage> all, ClinicId clinic) {
        return Optional.ofNullable(all.get(clinic))
                .map(found -> Map.of(clinic, found))
                .orElse(Map.of());
    }

    /** Kills the process at a call, so that only its earlier calls took effect. */
    private static final class Died extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** Does something before one of its calls. */
    private static class Interrupted implements UsageRowWriter {

        private final UsageRowWriter writer;
        private final Runnable interruption;
        private int left;

        Interrupted(UsageRowWriter writer, int call, Runnable interruption) {
            this.writer = writer;
            this.left = call;
            this.interruption = interruption;
        }

        private UsageRowWriter called() {
            left--;
            if (left == 0) {
                interruption.run();
            }
            return writer;
        }

        @Override
        public Claim claim(AccountId account, UsageDay day, Instant began) {
            return called().claim(account, day, began);
        }

        @Override
        public Map<ClinicId, Usage> written(AccountId account, UsageDay day) {
            return called().written(account, day);
        }

        @Override
        public boolean put(AccountId account, UsageKey key, Usage counted, Instant began) {
            return called().put(account, key, counted, began);
        }

        @Override
        public void put(AccountId account, UsageDay day, WebhookId webhook, DayFigures figures, Instant began) {
            called().put(account, day, webhook, figures, began);
        }

        @Override
        public void finish(AccountId account, UsageDay day, Instant began) {
            called().finish(account, day, began);
        }
    }

    private static final class Dying extends Interrupted {
        Dying(UsageRowWriter writer, int call) {
            super(writer, call, () -> {
                throw new Died();
            });
        }
    }
}
