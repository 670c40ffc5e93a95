package com.scheduleevents.simulation.people;

import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.PromptnessChecks;
import com.scheduleevents.simulation.receivers.ReceiverCharacter;
import com.scheduleevents.simulation.receivers.SimulatedReceiver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What producers record while no service fails and all receivers work: a few events at a time and then nothing for long, so that what is
 * forgotten has nothing after it that would bring it along.
 */
final class OrdinaryDay {

    private static final int TIMES = 20;
    private static final int FEWEST_EVENTS = 2;
    private static final int MOST_EVENTS = 3;

    /** About as long as a drain takes to come to its end after a delivery. */
    private static final Duration MEAN_PAUSE = Duration.ofMillis(1_200);

    /** Longer than an event may take to be attempted. */
    private static final Duration BETWEEN = Duration.ofMinutes(12);

    /** Enough for a drain of some steps to be left of it, though a webhook gets only a part, and the first ten open its circuit. */
    private static final int BURST = 150;

    /** A circuit takes ten seconds to open, because attempts time out: most of the burst comes later, and waits in the backlog. */
    private static final Duration BURST_PAUSE = Duration.ofMillis(500);

    /** Between two events while circuits close, so that fan-out adds some to a backlog that is being drained, and some too late. */
    private static final Duration MEAN_TRICKLE = Duration.ofSeconds(15);

    /** For how long the receivers fail: the burst, and some probes. */
    private static final Duration RECEIVERS_FAIL = Duration.ofMinutes(5);

    /** For how long they are weak then: drains bring them down again. */
    private static final Duration RECEIVERS_ARE_WEAK = Duration.ofMinutes(20);

    /** For how long they are away: the longest wait between two probes is reached, and would be passed by far if it had no bound. */
    private static final Duration RECEIVERS_ARE_AWAY = Duration.ofMinutes(70);

    /** What is recorded at the beginning of that time: ten attempts open a circuit, and further ones are probes until there are more events. */
    private static final int BEFORE_PROBES = 20;

    /** Between two events then. */
    private static final Duration MEAN_AWAY = Duration.ofMinutes(4);

    /** For how long circuits may stay open when receivers have come back: until the next probe. */
    private static final Duration RECEIVERS_COME_BACK = Duration.ofMinutes(12);

    private final SimulatedWorld world;
    private final List<EventProducer> producers;
    private final RandomGenerator random;

    OrdinaryDay(SimulatedWorld world, List<EventProducer> producers) {
        this.world = world;
        this.producers = producers;
        this.random = world.streams().stream("ordinary day");
    }

    /** Returns when everything has to be attempted; called by a task. */
    void recordNowAndThen() {
        for (int i = 0; i < TIMES; i++) {
            producers.forEach(producer -> world.scheduler().spawn("some events", () -> recordSome(producer)));
            world.scheduler().sleep(BETWEEN);
        }
    }

    private void recordSome(EventProducer producer) {
        for (int left = random.nextInt(FEWEST_EVENTS, MOST_EVENTS + 1); left > 0; left--) {
            world.scheduler().spawn("event", producer::record);
            world.scheduler().sleep(exponential(MEAN_PAUSE));
        }
    }

    private Duration exponential(Duration mean) {
        return Duration.ofNanos((long) (random.nextExponential() * mean.toNanos()));
    }

    /**
     * Receivers fail for a short time in which much is recorded, and are weak for a while in which something is; returns when they are
     * healthy; called by a task.
     */
    void recordWhileReceiversFail(List<SimulatedReceiver> receivers) {
        Instant end = world.scheduler().now().plus(RECEIVERS_FAIL).plus(RECEIVERS_ARE_WEAK);
        receivers.forEach(receiver -> receiver.become(ReceiverCharacter.BREAKS_DOWN_UNDER_LOAD));
        receivers.forEach(receiver -> receiver.breakDown(RECEIVERS_FAIL));
        recordBurst(BURST);
        recordUntil(end, MEAN_TRICKLE);
        receivers.forEach(receiver -> receiver.become(ReceiverCharacter.HEALTHY));
    }

    /** Receivers are away for an hour in which something is recorded; returns while they still are; called by a task. */
    void recordWhileReceiversAreAway(List<SimulatedReceiver> receivers) {
        recordWhileReceiversAreAway(receivers, RECEIVERS_ARE_AWAY);
    }

    /** The same for another time. */
    void recordWhileReceiversAreAway(List<SimulatedReceiver> receivers, Duration time) {
        Instant end = world.scheduler().now().plus(time);
        // Those whose character is to be dead for good would work for hours before.
        receivers.forEach(receiver -> receiver.breakDown(time.multipliedBy(2)));
        recordBurst(BEFORE_PROBES);
        recordUntil(end, MEAN_AWAY);
    }

    /**
     * Receivers are healthy again, and something is recorded until their circuits are closed: what fan-out adds to a backlog too late has
     * nothing after it that would bring it along; called by a task.
     */
    void recordWhileReceiversComeBack(List<SimulatedReceiver> receivers) {
        receivers.forEach(receiver -> receiver.become(ReceiverCharacter.HEALTHY));
        recordUntil(world.scheduler().now().plus(RECEIVERS_COME_BACK), MEAN_TRICKLE);
    }

    private void recordBurst(int events) {
        for (int i = 0; i < events; i++) {
            producers.forEach(producer -> world.scheduler().spawn("event", producer::record));
            world.scheduler().sleep(BURST_PAUSE);
        }
    }

    private void recordUntil(Instant end, Duration meanPause) {
        while (world.scheduler().now().isBefore(end)) {
            producers.forEach(producer -> world.scheduler().spawn("event", producer::record));
            world.scheduler().sleep(exponential(meanPause));
        }
    }

    /** From so long before now on, something may not be attempted yet. */
    Instant due() {
        return world.scheduler().now().minus(PromptnessChecks.PROMPTLY);
    }
}
