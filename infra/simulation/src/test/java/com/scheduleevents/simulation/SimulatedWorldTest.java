package com.scheduleevents.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultCounts;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.cloud.faults.FaultLevel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("world")
class SimulatedWorldTest {

    private static final Duration BETWEEN = Duration.ofSeconds(30);

    private static Relay run(SimulatedWorld world, Duration time) {
        Relay relay = new Relay(world);
        relay.feed(time, BETWEEN);
        relay.calmDown();
        return relay;
    }

    @Test
    void inACalmWorldEverythingArrivesOnce() {
        Relay relay = run(SimulatedWorld.of(1).build(), Duration.ofHours(1));
        assertThat(relay.acknowledged()).isGreaterThan(100);
        assertThat(relay.lost()).isEmpty();
        assertThat(relay.arrived().values()).containsOnly(1);
    }

    @Test
    void everyKindOfFaultComesAndEverythingArrivesAtLeastOnce() {
        FaultCounts counts = new FaultCounts();
        for (long seed = 1; seed <= 2; seed++) {
            SimulatedWorld world =
                    SimulatedWorld.of(seed).level(FaultLevel.SAVAGE).build();
            Relay relay = run(world, Duration.ofHours(12));
            assertThat(relay.acknowledged()).isGreaterThan(500);
            assertThat(relay.trimmed()).isZero();
            assertThat(relay.lost()).isEmpty();
            assertThat(relay.arrived().values()).anyMatch(times -> times > 1);
            counts.add(world.faults().counts());
        }
        CallSite recording = new CallSite("recorder", "dynamodb", "updateItem", "rows");
        assertThat(counts.calls(recording)).isGreaterThan(1000);
        assertThat(counts.faults(recording, FaultKind.REPEATED)).isPositive();
        Set<FaultKind> notOfThisSystem = EnumSet.of(
                FaultKind.STALE_READ,
                FaultKind.INDEX_LAG,
                FaultKind.LATE_EXPIRY,
                FaultKind.SCHEDULE_LATE,
                FaultKind.SCHEDULE_REPEATED,
                FaultKind.MAIL_REJECTED);
        assertThat(counts.byKind().keySet()).isEqualTo(EnumSet.complementOf(EnumSet.copyOf(notOfThisSystem)));
    }

    @Test
    void theSameSeedTellsTheSameStory() {
        assertThat(story(5)).isEqualTo(story(5)).hasSizeGreaterThan(1000);
        assertThat(story(5)).isNotEqualTo(story(6));
    }

    private static List<String> story(long seed) {
        List<String> lines = new ArrayList<>();
        run(SimulatedWorld.of(seed).level(FaultLevel.SAVAGE).trace(lines::add).build(), Duration.ofHours(1));
        return lines;
    }

    @Test
    void faultsThatAreFilteredOutDoNotHappen() {
        SimulatedWorld world = SimulatedWorld.of(7)
                .level(FaultLevel.SAVAGE)
                .faults((_, kind, _) -> kind == FaultKind.REPEATED)
                .build();
        run(world, Duration.ofHours(4));
        assertThat(world.faults().counts().byKind()).containsOnlyKeys(FaultKind.REPEATED);
    }

    @Test
    void anOutageOfDynamoDbDelaysWhatIsRecorded() {
        SimulatedWorld world = SimulatedWorld.of(8).build();
        Relay relay = new Relay(world);
        world.faults().breakDown("dynamodb", Duration.ofHours(2));
        relay.feed(Duration.ofHours(1), BETWEEN);
        assertThat(relay.arrived()).isEmpty();
        world.scheduler().runFor(Duration.ofDays(1));
        assertThat(relay.lost()).isEmpty();
    }
}
