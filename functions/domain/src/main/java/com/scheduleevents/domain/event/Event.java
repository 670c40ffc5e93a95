package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.ClinicId;

/**
 * A recorded schedule change; immutable (specification, section 2.1).
 *
 * @param id its identity
 * @param type its type, such as {@code appointment.cancelled}
 * @param clinic the clinic it is of
 * @param json the whole event as JSON, exactly as it is stored, served and delivered
 */
public record Event(EventId id, String type, ClinicId clinic, String json) {

    /** Without the JSON: schedule data is health data and belongs in no log. */
    @Override
    public String toString() {
        return "Event[" + id.value() + ", " + type + "]";
    }
}
