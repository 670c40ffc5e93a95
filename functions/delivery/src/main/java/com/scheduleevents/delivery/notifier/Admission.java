package com.scheduleevents.delivery.notifier;

import java.util.Optional;

/**
 * That an e-mail is sent.
 *
 * @param note what it begins with, if it is the last of its kind or day
 */
record Admission(Optional<String> note) {

    /** Without a note. */
    static final Admission PLAIN = new Admission(Optional.empty());

    /** With the note of the other one, if that has one. */
    Admission or(Admission other) {
        return other.note.isPresent() ? other : this;
    }
}
