package com.scheduleevents.operator.deadletters;

import java.util.Optional;

/** How a dead letter goes back to where it came from. Harmless to repeat: who handles it takes repeats for granted. */
@FunctionalInterface
interface RedriveTarget {

    /**
     * Brings it back. When it returns without a reason, it is there, and the letter can be deleted.
     *
     * @return why the letter has to stay; empty when it is back
     * @throws RuntimeException when a service failed; then the letter stays too
     */
    Optional<String> take(DeadLetter letter);
}
