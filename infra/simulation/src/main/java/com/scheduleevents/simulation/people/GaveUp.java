package com.scheduleevents.simulation.people;

/** The service does not do what somebody asks for, whatever they do: no outage lasts so long. */
public final class GaveUp extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String subject;
    private final String explanation;

    /** @param subject what the lines of the trace about it have in common */
    GaveUp(String subject, String explanation) {
        super(explanation);
        this.subject = subject;
        this.explanation = explanation;
    }

    /** What the lines of the trace about it have in common. */
    public String subject() {
        return subject;
    }

    /** What was asked for, and what the service does instead. */
    public String explanation() {
        return explanation;
    }
}
