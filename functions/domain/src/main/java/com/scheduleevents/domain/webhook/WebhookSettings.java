package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.ClinicId;
import java.util.List;
import java.util.Optional;

/**
 * What the owner of a webhook chooses, at its registration and later (specification, section 2.2).
 *
 * @param url where its deliveries go
 * @param types the event types it gets; {@code *} alone means all
 * @param clinic when present, only this clinic's events
 * @param description a label
 */
public record WebhookSettings(String url, List<String> types, Optional<ClinicId> clinic, Optional<String> description) {

    /** Keeps a copy. */
    public WebhookSettings {
        types = List.copyOf(types);
    }
}
