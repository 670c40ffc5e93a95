package com.scheduleevents.aws.messages;

import java.io.Serial;

/** A text that is not the queue message that it should be, and never will be. Names the wrong field and quotes nothing. */
public final class MalformedMessage extends IllegalArgumentException {

    @Serial
    private static final long serialVersionUID = 1L;

    MalformedMessage(String reason) {
        super(reason);
    }

    /** What is wrong with the message. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
