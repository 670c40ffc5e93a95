package com.scheduleevents.api.webhooks;

import com.scheduleevents.domain.account.ClinicId;
import java.util.List;
import java.util.Optional;

/**
 * What a client asks for when it registers a webhook, found valid (specification, section 4.1).
 *
 * @param url where deliveries are to go
 * @param types the event types wanted; {@code *} alone means all
 * @param clinic when present, only this clinic's events
 * @param description a label
 */
record Registration(String url, List<String> types, Optional<ClinicId> clinic, Optional<String> description) {

    Registration {
        types = List.copyOf(types);
    }
}
