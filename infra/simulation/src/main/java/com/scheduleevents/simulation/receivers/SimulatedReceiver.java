package com.scheduleevents.simulation.receivers;

import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.domain.receiver.CertificateFault;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** One receiver behind a host name of its own, or behind a queue. */
public final class SimulatedReceiver {

    private static final Duration MEAN_GOOD_TIME = Duration.ofHours(8);
    private static final Duration MEAN_TROUBLE = Duration.ofHours(3);
    private static final Duration LONGEST_TROUBLE = Duration.ofHours(30);
    private static final Duration HANG = Duration.ofMinutes(10);
    private static final Duration THREE_SECONDS = Duration.ofSeconds(3);
    private static final Duration THREE_HUNDRED_MILLIS = Duration.ofMillis(300);
    private static final long NANOS_A_REQUEST = Duration.ofSeconds(1).toNanos() / 400;
    private static final int POISON = 20;
    private static final int REFUSALS_OF_AN_EVENT = 3;

    /** So many requests at once bring a weak receiver down; it is done with so many a second. */
    private static final int TOO_MANY = 8;

    private static final double DONE_A_SECOND = 2;
    private static final Duration MEAN_BREAKDOWN = Duration.ofMinutes(3);

    private final String host;
    private final Scheduler scheduler;
    private final RandomGenerator random;
    private final Map<String, Integer> refusals = new HashMap<>();
    private ReceiverCharacter character;
    private boolean troubled;
    private long phaseEnds;
    private int troubleKind;
    private int requests;
    private long busyUntil;
    private long downUntil;
    private double load;
    private boolean barred;
    private long loadAt;

    SimulatedReceiver(String host, ReceiverCharacter character, Scheduler scheduler, RandomGenerator random) {
        this.host = host;
        this.character = character;
        this.scheduler = scheduler;
        this.random = random;
        this.phaseEnds = scheduler.nanos() + exponential(MEAN_GOOD_TIME);
    }

    /** Its name in the DNS. */
    public String host() {
        return host;
    }

    /** What kind it is at present. */
    public ReceiverCharacter character() {
        return character;
    }

    /** Becomes another kind of receiver from now on. */
    public void become(ReceiverCharacter next) {
        character = next;
        troubled = false;
        barred = false;
        downUntil = 0;
        phaseEnds = scheduler.nanos() + exponential(MEAN_GOOD_TIME);
    }

    /** The roles that are for it, if it is a queue, ask for the external id of somebody else from now on, until its owner corrects them. */
    public void bar() {
        barred = true;
    }

    /** Its owner has corrected its roles. */
    public void unbar() {
        barred = false;
    }

    boolean isBarred() {
        return barred;
    }

    /** Leaves every request without a response from now on for so long, whatever its character is. */
    public void breakDown(Duration time) {
        downUntil = scheduler.nanos() + time.toNanos();
    }

    /** Whether its name leads to a private address now. */
    boolean isRebound() {
        return character == ReceiverCharacter.REBOUND && isInTrouble();
    }

    Reaction react(String event) {
        if (scheduler.nanos() < downUntil) {
            return Reaction.breaks(OutcomeClass.TIMEOUT, HANG, false);
        }
        return switch (character) {
            case HEALTHY, REBOUND -> Reaction.accepts(quick());
            case SLOW -> Reaction.accepts(Duration.ofMillis(random.nextInt(500, 4_800)));
            case FAILS_HALF -> random.nextInt(2) == 0 ? failure() : Reaction.accepts(quick());
            case FAILS_MOST -> random.nextInt(5) > 0 ? failure() : Reaction.accepts(quick());
            case TAKES_EVERY_TENTH -> ++requests % 10 > 0 ? failure(0) : Reaction.accepts(quick());
            case TAKES_THE_FOURTH_ATTEMPT ->
                refusals.merge(event, 1, Integer::sum) <= REFUSALS_OF_AN_EVENT ? failure(0) : Reaction.accepts(quick());
            case TAKES_THREE_SECONDS -> Reaction.accepts(THREE_SECONDS);
            case TAKES_300_MILLISECONDS -> Reaction.accepts(THREE_HUNDRED_MILLIS);
            case TAKES_400_A_SECOND -> inTurn();
            case BREAKS_DOWN_UNDER_LOAD -> underLoad();
            case DEAD_FOR_HOURS, DEAD -> isInTrouble() ? failure(troubleKind) : Reaction.accepts(quick());
            case LOSES_RESPONSES ->
                random.nextInt(3) == 0
                        ? Reaction.breaks(OutcomeClass.PROTOCOL, quick(), true)
                        : Reaction.accepts(quick());
            case HANGS ->
                random.nextInt(5) == 0
                        ? Reaction.breaks(OutcomeClass.TIMEOUT, HANG, random.nextBoolean())
                        : Reaction.accepts(quick());
            case EXPIRED_CERTIFICATE ->
                isInTrouble() ? Reaction.fails(CertificateFault.EXPIRED, quick()) : Reaction.accepts(quick());
            case POISONED ->
                Math.floorMod(event.hashCode(), POISON) == 0
                        ? Reaction.responds(500, quick(), null)
                        : Reaction.accepts(quick());
        };
    }

    private Reaction inTurn() {
        long now = scheduler.nanos();
        busyUntil = Math.max(busyUntil, now) + NANOS_A_REQUEST;
        return Reaction.accepts(Duration.ofNanos(busyUntil - now).plus(quick()));
    }

    private Reaction underLoad() {
        long now = scheduler.nanos();
        double done = (double) (now - loadAt) / Duration.ofSeconds(1).toNanos() * DONE_A_SECOND;
        load = Math.max(0, load - done) + 1;
        loadAt = now;
        if (load > TOO_MANY) {
            load = 0;
            breakDown(Duration.ofNanos(exponential(MEAN_BREAKDOWN)));
        }
        return Reaction.accepts(quick());
    }

    private boolean isInTrouble() {
        long now = scheduler.nanos();
        while (phaseEnds <= now) {
            troubled = character == ReceiverCharacter.DEAD || !troubled;
            troubleKind = random.nextInt(6);
            phaseEnds += troubled
                    ? Math.min(exponential(MEAN_TROUBLE), LONGEST_TROUBLE.toNanos())
                    : exponential(MEAN_GOOD_TIME);
        }
        return troubled;
    }

    private Reaction failure() {
        return failure(random.nextInt(8));
    }

    private Reaction failure(int kind) {
        return switch (kind) {
            case 0 -> Reaction.responds(500, quick(), null);
            case 1 -> Reaction.responds(503, quick(), maintenance(random.nextInt(1, 900)));
            case 2 -> Reaction.responds(429, quick(), Duration.ofSeconds(random.nextInt(1, 60)));
            case 3 -> Reaction.breaks(OutcomeClass.CONNECT, quick(), false);
            case 4 -> Reaction.breaks(OutcomeClass.TIMEOUT, HANG, false);
            case 5 -> Reaction.responds(302, quick(), null);
            case 6 -> Reaction.breaks(OutcomeClass.DNS, quick(), false);
            default -> Reaction.breaks(OutcomeClass.PROTOCOL, quick(), false);
        };
    }

    /** How long a receiver asks to be left alone: a quarter of an hour at most, or up to ten days. */
    private static Duration maintenance(int seconds) {
        return Duration.ofSeconds(seconds % 9 == 0 ? seconds * 1_000L : seconds);
    }

    private Duration quick() {
        return Duration.ofMillis(random.nextInt(5, 200));
    }

    private long exponential(Duration mean) {
        return (long) (random.nextExponential() * mean.toNanos());
    }
}
