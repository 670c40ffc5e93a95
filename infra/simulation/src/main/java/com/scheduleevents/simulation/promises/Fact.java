package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.time.Duration;
import java.time.Instant;

/** Something that was learnt of a webhook. Its log keeps them in the order in which they were learnt. */
public sealed interface Fact {

    /** When it happened: a change when it was confirmed, and a request for one when it was made. */
    Instant at();

    /** After such a change, a delivery that was taken just before may never be noted as taken. */
    sealed interface Disturbance extends Fact {}

    /** Only a delivery that was first attempted after such a change was asked for can have disabled the webhook afterwards. */
    sealed interface Renewal extends Disturbance {

        /** When it was asked for. */
        Instant asked();
    }

    /** Its secrets may change, or have changed. */
    sealed interface OfSecret extends Fact {}

    /** It gets a receiver. */
    sealed interface OfHost extends Fact {

        /** Where that receiver is: the URL of a queue, or a host. */
        String host();
    }

    /** It sees a clinic from now on, or does not. */
    sealed interface OfClinic extends Fact {

        /** The clinic. */
        String clinic();
    }

    /** Something about one of its deliveries. */
    sealed interface OfEvent extends Fact {

        /** The id of the event. */
        String event();
    }

    /** Its owner was told that it is registered. */
    record Registered(Instant at, String host) implements OfHost {}

    /**
     * Its owner asks for a new secret. The service may use it long before its response arrives, and from then on leaves one of the old
     * ones, or none without an overlap.
     *
     * @param overlap for how long the rotation leaves the newest secret
     */
    record SecretAsked(Instant at, Duration overlap) implements OfSecret {}

    /** Its owner was told a signing secret. The one before it is valid at least until a rotation ends that began when this one was asked for. */
    record SecretLearnt(Instant at, SecretAsked asked, String secret) implements OfSecret {}

    /** Its owner asks for whole deliveries or thin ones. The service may follow long before its response arrives. */
    record PayloadAsked(Instant at) implements Fact {}

    /** The service confirmed whether its deliveries are to be thin. */
    record PayloadSet(Instant at, boolean thin) implements Fact {}

    /** The service confirmed that it is deleted: nothing is owed any more. */
    record Deleted(Instant at) implements Disturbance {}

    /** Its owner or the operator was told that it is disabled as they asked: nothing is owed until it is enabled. */
    record Disabled(Instant at) implements Disturbance {}

    /** The API shows that the service disabled it. */
    record DisabledByService(Instant at) implements Disturbance {}

    /** The service confirmed that it is enabled: everything that is recorded from now on is owed again. */
    record Enabled(Instant at, Instant asked) implements Renewal {}

    /** The operator was told that its account is suspended. */
    record Suspended(Instant at) implements Disturbance {}

    /** Its account is about to be resumed: deliveries may come again, from before too, and its circuit opens until probes went well. */
    record Resuming(Instant at) implements Fact {}

    /** The operator was told that its account is resumed. */
    record Resumed(Instant at) implements Disturbance {}

    /** The service confirmed that it has another receiver, or that another role leads to its queue. */
    record Moved(Instant at, Instant asked, String host) implements Renewal, OfHost {}

    /** Its owner asks for another role for its queue. The service may use it long before its response arrives. */
    record RoleAsked(Instant at) implements Fact {}

    /** It does not see a clinic any more. */
    record Hidden(Instant at, String clinic) implements Disturbance, OfClinic {}

    /** It sees a clinic again: of that clinic, only events that are recorded from now on are owed. */
    record Shown(Instant at, String clinic) implements OfClinic {}

    /**
     * Its owner asks, under an idempotency key of its own, until there is a response, for all events to be delivered again.
     *
     * @param since the time from which on
     */
    record ReplayAsked(Instant at, Instant since) implements Fact {}

    /**
     * The service responded to the request for a replay, which may have begun when an earlier response was lost.
     *
     * @param runs whether it was accepted, and nobody is about to cancel it
     */
    record ReplayAnswered(Instant at, ReplayAsked asked, boolean runs) implements Fact {}

    /** Somebody is about to ask for an event to be delivered again. */
    record AskedAgain(Instant at, String event) implements OfEvent {}

    /** Its owner is about to give up one delivery. */
    record Dismissed(Instant at, String event) implements OfEvent {}

    /** The service confirmed that a delivery that was pulled is acknowledged; once more if somebody asked for it again. */
    record Acknowledged(Instant at, String event) implements OfEvent {}

    /**
     * Its receiver, or the network in front of it, saw an attempt, or a consumer pulled a delivery.
     *
     * @param heldUntil before that time, no other consumer may get it
     */
    record Attempted(ReceivedRequest request, Instant heldUntil) implements OfEvent {

        @Override
        public Instant at() {
            return request.at();
        }

        @Override
        public String event() {
            return request.event();
        }
    }
}
