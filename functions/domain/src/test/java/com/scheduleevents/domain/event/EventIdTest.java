package com.scheduleevents.domain.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventIdTest {

    private static final long LAST_MILLI = (1L << 48) - 1;

    @Property
    void anIdentifierIsItsMillisecondAndSortsByIt(
            @ForAll @LongRange(max = LAST_MILLI) long one, @ForAll @LongRange(max = LAST_MILLI) long two) {
        EventId first = EventId.mint(Instant.ofEpochMilli(one), new Random(1));
        EventId second = EventId.mint(Instant.ofEpochMilli(two), new Random(2));
        assertThat(first.mintedAt()).isEqualTo(Instant.ofEpochMilli(one));
        if (one != two) {
            assertThat(Integer.signum(first.compareTo(second))).isEqualTo(Long.compare(one, two));
        }
    }

    @Property
    void theFirstOfATimeIsNotAfterAnyMintedThenAndAfterAllMintedBefore(
            @ForAll @LongRange(min = 1, max = LAST_MILLI - 1) long milli, @ForAll Random random) {
        EventId edge = EventId.firstAtOrAfter(Instant.ofEpochMilli(milli));
        assertThat(EventId.mint(Instant.ofEpochMilli(milli), random)).isGreaterThanOrEqualTo(edge);
        assertThat(EventId.mint(Instant.ofEpochMilli(milli - 1), random)).isLessThan(edge);
        assertThat(EventId.firstAtOrAfter(Instant.ofEpochMilli(milli).plusNanos(1)))
                .isEqualTo(EventId.firstAtOrAfter(Instant.ofEpochMilli(milli + 1)));
    }

    @Property
    void nothingFitsBetweenAnIdentifierAndItsPredecessor(
            @ForAll @LongRange(min = 1, max = LAST_MILLI) long milli, @ForAll Random random) {
        EventId id = EventId.mint(Instant.ofEpochMilli(milli), random);
        EventId before = id.predecessor().orElseThrow();
        assertThat(before).isLessThan(id);
        assertThat(before.successor()).contains(id);
        EventId edge = EventId.firstAtOrAfter(Instant.ofEpochMilli(milli));
        assertThat(edge.predecessor().orElseThrow().mintedAt()).isEqualTo(Instant.ofEpochMilli(milli - 1));
    }

    @Test
    void theEndsOfTimeAreIdentifiersToo() {
        assertThat(EventId.firstAtOrAfter(Instant.parse("0000-01-01T00:00:00Z")).predecessor())
                .isEmpty();
        assertThat(EventId.firstAtOrAfter(Instant.parse("+12000-01-01T00:00:00Z")))
                .isLessThanOrEqualTo(EventId.LAST);
        assertThat(EventId.LAST.successor()).isEmpty();
        EventId edge = EventId.firstAtOrAfter(Instant.parse("2026-11-20T14:02:11.337Z"));
        assertThat(edge.predecessor().orElseThrow().successor()).contains(edge);
    }

    @Test
    void theIdOfATestEventSortsByItsTimeAndSaysWhatItIs() {
        Instant time = Instant.parse("2026-11-20T14:02:11.337Z");
        EventId test = EventId.mint(time, new Random(1)).ofTest();
        assertThat(test.value()).endsWith("_test");
        assertThat(test.isTest()).isTrue();
        assertThat(EventId.parse(test.value())).contains(test);
        assertThat(test.mintedAt()).isEqualTo(time);
        assertThat(test).isLessThan(EventId.mint(time.plusMillis(1), new Random(2)));
        EventId before = test.predecessor().orElseThrow();
        assertThat(before.isTest()).isFalse();
        assertThat(before).isLessThan(test);
        assertThat(test.successor().orElseThrow()).isGreaterThan(test);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "evt__test",
                "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB_test_test",
                "evt_",
                "evt_01",
                "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB",
                "evt_01kaj9z3m8v4w6x0y2t5r7q9pb",
                "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PI",
                "evt_81KAJ9Z3M8V4W6X0Y2T5R7Q9PB",
                "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PBX",
                "evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9P ",
            })
    void whatWasNeverMintedIsNoIdentifier(String text) {
        assertThat(EventId.parse(text)).isEmpty();
    }
}
