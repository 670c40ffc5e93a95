package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A webhook as its owner knows it, and what its receiver saw: a log of facts, and the conclusions that several checks draw from them. */
public final class WatchedWebhook {

    /** An attempt that was decided just before a change was confirmed may still be under way. */
    static final Duration UNDER_WAY = Duration.ofMinutes(2);

    /** So long after a receiver took a delivery that is still noted in its log, if nothing was changed meanwhile: it is sent again until it is. */
    private static final Duration NOTED = Duration.ofHours(26);

    private final String id;
    private final String account;
    private final String key;
    private final WatchedSettings settings;
    private final List<Fact> facts = new ArrayList<>();
    private final Map<String, List<Fact.OfEvent>> ofEvents = new LinkedHashMap<>();

    /**
     * @param key the id of the API key that registered it
     * @param settings that its owner asked for
     * @param registered when its owner was told, and where its receiver is
     */
    public WatchedWebhook(String id, String account, String key, WatchedSettings settings, Fact.Registered registered) {
        this.id = id;
        this.account = account;
        this.key = key;
        this.settings = settings;
        facts.add(registered);
    }

    /** Its id. */
    public String id() {
        return id;
    }

    /** The account it belongs to. */
    public String account() {
        return account;
    }

    /** The API key that registered it. */
    public String key() {
        return key;
    }

    /** The settings that its owner asked for. */
    public WatchedSettings settings() {
        return settings;
    }

    /** Something was learnt of it. */
    public void add(Fact fact) {
        if (fact instanceof Fact.OfEvent ofEvent) {
            ofEvents.computeIfAbsent(ofEvent.event(), _ -> new ArrayList<>()).add(ofEvent);
        } else {
            facts.add(fact);
        }
    }

    /** All facts of a kind that are not about one event. */
    <T extends Fact> Stream<T> facts(Class<T> kind) {
        return facts.stream().filter(kind::isInstance).map(kind::cast);
    }

    /** All facts of a kind about an event. */
    <T extends Fact.OfEvent> Stream<T> facts(Class<T> kind, String event) {
        return ofEvents.getOrDefault(event, List.of()).stream()
                .filter(kind::isInstance)
                .map(kind::cast);
    }

    /** The last fact of one of these kinds, none of which is about one event. */
    @SafeVarargs
    final @Nullable Fact last(Class<? extends Fact>... kinds) {
        for (Fact fact : facts.reversed()) {
            for (Class<? extends Fact> kind : kinds) {
                if (kind.isInstance(fact)) {
                    return fact;
                }
            }
        }
        return null;
    }

    /** Every attempt to send it something. */
    Stream<ReceivedRequest> attempts() {
        return ofEvents.keySet().stream().flatMap(event -> attempts(event).stream());
    }

    /** The attempts to send it an event. */
    List<ReceivedRequest> attempts(String event) {
        return facts(Fact.Attempted.class, event).map(Fact.Attempted::request).toList();
    }

    /** Where its receiver is now. */
    public String host() {
        return facts(Fact.OfHost.class).reduce((_, last) -> last).orElseThrow().host();
    }

    /** Whether its owner deleted it. */
    public boolean isDeleted() {
        return last(Fact.Deleted.class) != null;
    }

    /** Whether its owner or the operator disabled it. */
    boolean isDisabledOnPurpose() {
        return last(Fact.Disabled.class, Fact.Enabled.class) instanceof Fact.Disabled;
    }

    /** Whether it is neither deleted nor disabled on purpose, nor its account suspended. */
    boolean isWanted() {
        return !isDeleted()
                && !isDisabledOnPurpose()
                && !(last(Fact.Suspended.class, Fact.Resuming.class, Fact.Enabled.class) instanceof Fact.Suspended);
    }

    boolean wasResumedAfter(Instant time) {
        return switch (last(Fact.Resuming.class, Fact.Resumed.class)) {
            case null -> false;
            case Fact.Resumed resumed -> resumed.at().isAfter(time);
            default -> true;
        };
    }

    /** When somebody asked to enable it last; the beginning of time if nobody did. */
    Instant enabledFrom() {
        return last(Fact.Enabled.class) instanceof Fact.Enabled enabled ? enabled.asked() : Instant.MIN;
    }

    /** Events that were recorded before that time are not owed. */
    Instant obligedFrom() {
        return Objects.requireNonNull(last(Fact.Registered.class, Fact.Enabled.class))
                .at();
    }

    /** Whether it does not see a clinic. */
    public boolean isHidden(String clinic) {
        return ofClinic(clinic) instanceof Fact.Hidden;
    }

    /** What was last learnt of whether it sees a clinic; nothing if it has seen it all the time. */
    @Nullable
    Fact ofClinic(String clinic) {
        for (Fact fact : facts.reversed()) {
            if (fact instanceof Fact.OfClinic ofClinic && ofClinic.clinic().equals(clinic)) {
                return fact;
            }
        }
        return null;
    }

    boolean owes(WatchedEvent event) {
        return owes(event, event.begun()) && event.begun().isAfter(obligedFrom());
    }

    /** Whether it is to get an event, and has seen its clinic since before that time. */
    boolean owes(WatchedEvent event, Instant time) {
        return event.account().equals(account)
                && settings.matches(event.type(), event.clinic(), event.provider())
                && switch (ofClinic(event.clinic())) {
                    case null -> true;
                    case Fact.Shown shown -> time.isAfter(shown.at());
                    default -> false;
                }
                && !isDismissed(String.valueOf(event.id()));
    }

    private boolean isDismissed(String event) {
        return facts(Fact.Dismissed.class, event).findAny().isPresent();
    }

    /** Whether somebody has asked for an event that was recorded at that time to be delivered again. */
    boolean mayComeAgain(String event, Instant created) {
        return facts(Fact.AskedAgain.class, event).findAny().isPresent()
                || switch (last(Fact.ReplayAsked.class, Fact.ReplayAnswered.class)) {
                    case null -> false;
                    // A request that failed is repeated for hours, and events that are recorded meanwhile are replayed
                    // as well.
                    case Fact.ReplayAsked _ -> true;
                    case Fact answered -> !created.isAfter(answered.at());
                };
    }

    /** When that event was acknowledged. */
    Stream<Instant> acknowledgements(String event) {
        return facts(Fact.Acknowledged.class, event).map(Fact::at);
    }

    /** Whether its receiver, or a consumer, took that event. */
    boolean hasAccepted(String event) {
        return tookBy(event, Instant.MAX);
    }

    /** Whether its receiver, or a consumer, took that event by then. */
    boolean tookBy(String event, Instant time) {
        return Stream.concat(
                        acknowledgements(event),
                        attempts(event).stream()
                                .filter(ReceivedRequest::accepted)
                                .map(ReceivedRequest::at))
                .anyMatch(at -> !at.isAfter(time));
    }

    /**
     * Whether its receiver took that event so long before a time that the service knows it by then. If a copy of an attempt is logged as
     * failed first, or the sender dies, the service knows it after a later attempt, unless the webhook was changed since, or disabled just before.
     */
    boolean hasSurelyTaken(String event, Instant until) {
        Stream<Instant> taken = attempts(event).stream()
                .filter(attempt -> attempt.accepted() && attempt.responded())
                .map(ReceivedRequest::at);
        return !isDismissed(event)
                && Stream.concat(taken, acknowledgements(event))
                        .anyMatch(at -> at.plus(NOTED).isBefore(until)
                                && none(Fact.Disturbance.class, at, at.plus(NOTED))
                                && none(Fact.DisabledByService.class, at.minus(UNDER_WAY), at));
    }

    private boolean none(Class<? extends Fact> kind, Instant from, Instant until) {
        return facts(kind)
                .noneMatch(fact -> !fact.at().isBefore(from) && fact.at().isBefore(until));
    }
}
