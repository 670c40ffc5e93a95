package com.scheduleevents.api.usage;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.scheduleevents.domain.usage.DailyUsage;

/**
 * The usage of one clinic on one day, as the API shows it.
 *
 * @param settled whether the figures will not change any more
 */
record UsageJson(
        String clinicId,
        String date,
        long eventsRecorded,
        long deliveriesSucceeded,
        long deliveriesFailed,
        long attempts,
        @JsonProperty("final") boolean settled) {

    static UsageJson of(DailyUsage row) {
        return new UsageJson(
                row.key().clinic().value(),
                row.key().day().text(),
                row.usage().events(),
                row.usage().succeeded(),
                row.usage().failed(),
                row.usage().attempts(),
                row.settled());
    }
}
