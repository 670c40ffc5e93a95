package com.scheduleevents.domain.event;

import com.scheduleevents.domain.account.ClinicId;

/**
 * A recorded schedule change; immutable (requirement R2).
 *
 * @param type its type, such as {@code appointment.cancelled}
 * @param clinic the clinic that it belongs to
 * @param json the whole event as JSON, byte for byte as it is stored, read and delivered
 */
public record Event(EventId id, String type, ClinicId clinic, String json) {

    /** Without the JSON: schedule data is health data and belongs in no log. */
    @Override
    public String toString() {
        return "Event[" + id.value() + ", " + type + "]";
    }
}
