package com.scheduleevents.operator.deadletters;

import java.util.Optional;

/** Sends a dead-letter message back to where it came from. Sending one repeatedly is harmless. */
@FunctionalInterface
interface RedriveTarget {

    /**
     * Sends it. When it returns without a reason, the message can be deleted.
     *
     * @return why the message has to stay; empty when it was sent
     * @throws RuntimeException when a service failed; the message stays then too
     */
    Optional<String> send(DeadLetter message);
}
