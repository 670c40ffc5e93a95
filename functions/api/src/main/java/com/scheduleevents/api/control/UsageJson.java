package com.scheduleevents.api.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.scheduleevents.domain.usage.DailyUsage;

/**
 * The usage of one clinic on one day, as the API shows it.
 *
 * @param settled whether the figures are final
 * @param complete whether everything was counted; false for a day that was too large for this request
 */
record UsageJson(
        String clinicId,
        String date,
        long eventsRecorded,
        long deliveriesSucceeded,
        long deliveriesFailed,
        long attempts,
        @JsonProperty("final") boolean settled,
        boolean complete) {

    static UsageJson of(DailyUsage row) {
        return new UsageJson(
                row.key().clinic().value(),
                row.key().day().text(),
                row.usage().events(),
                row.usage().succeeded(),
                row.usage().failed(),
                row.usage().attempts(),
                row.settled(),
                row.complete());
    }
}
