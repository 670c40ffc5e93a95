package com.scheduleevents.cloud.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.time.RandomStreams;
import com.scheduleevents.cloud.time.Scheduler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("world")
class FaultInjectorTest {

    private final RandomStreams streams = new RandomStreams(1);
    private final Scheduler scheduler = new Scheduler(Instant.parse("2026-01-01T00:00:00Z"), streams.stream("tasks"));

    /** An e-mail that comes again is explained by what happened to the call, whether or not it was one of a streak. */
    @Test
    void tellsWhatHappensToACallOfAStreak() {
        List<FaultKind> told = new ArrayList<>();
        FaultInjector faults =
                new FaultInjector(scheduler, streams, FaultLevel.SAVAGE, (_, kind, _) -> kind == FaultKind.STREAK);
        faults.watch((_, kind) -> told.add(kind));

        List<FaultKind> met = IntStream.range(0, 100_000)
                .mapToObj(n -> faults.atCall(new CallSite("mailer", "ses", "operation" + n), false))
                .flatMap(Optional::stream)
                .toList();

        assertThat(met).contains(FaultKind.APPLIED_LATER);
        assertThat(told)
                .containsExactlyElementsOf(met.stream()
                        .flatMap(kind -> List.of(FaultKind.STREAK, kind).stream())
                        .toList());
    }

    @Test
    void environmentsDieBeforeAndAfterTheFirstCallsOfAPlace() {
        FaultInjector faults = new FaultInjector(scheduler, streams, FaultLevel.DYING, (_, _, _) -> true);

        assertThat(calls(faults, true)).contains(FaultKind.KILLED_BEFORE, FaultKind.KILLED_AFTER);
        assertThat(calls(faults, true)).isEmpty();
        faults.become(FaultLevel.DYING);
        assertThat(calls(faults, false)).isEmpty();
        assertThat(calls(faults, true)).isNotEmpty();
        faults.become(FaultLevel.SLOW);
        assertThat(calls(faults, true)).doesNotContain(FaultKind.KILLED_BEFORE, FaultKind.KILLED_AFTER);
    }

    /** What one call of each of many places meets. */
    private static List<FaultKind> calls(FaultInjector faults, boolean killable) {
        return IntStream.range(0, 100)
                .mapToObj(n -> faults.atCall(new CallSite("mailer", "ses", "operation" + n), killable))
                .flatMap(Optional::stream)
                .toList();
    }
}
