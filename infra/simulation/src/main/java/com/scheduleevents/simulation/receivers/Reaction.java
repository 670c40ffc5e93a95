package com.scheduleevents.simulation.receivers;

import com.scheduleevents.domain.receiver.CertificateFault;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a receiver does with one request.
 *
 * @param outcome what the sender would see if it waited for ever
 * @param fault what is wrong with its certificate; null where nothing is
 * @param status the status of its response; null where there is none
 * @param took how long it takes
 * @param accepted whether it took the event, whatever the sender sees of that
 * @param retryAfter how long it asks to be left alone
 */
record Reaction(
        OutcomeClass outcome,
        @Nullable CertificateFault fault,
        @Nullable Integer status,
        Duration took,
        boolean accepted,
        @Nullable Duration retryAfter) {

    static Reaction accepts(Duration took) {
        return new Reaction(OutcomeClass.SUCCEEDED, null, 200, took, true, null);
    }

    static Reaction responds(int status, Duration took, @Nullable Duration retryAfter) {
        OutcomeClass outcome = status / 100 == 3 ? OutcomeClass.REDIRECT : OutcomeClass.STATUS;
        return new Reaction(outcome, null, status, took, false, retryAfter);
    }

    static Reaction breaks(OutcomeClass how, Duration took, boolean accepted) {
        return new Reaction(how, null, null, took, accepted, null);
    }

    static Reaction fails(CertificateFault fault, Duration took) {
        return new Reaction(OutcomeClass.TLS, fault, null, took, false, null);
    }
}
