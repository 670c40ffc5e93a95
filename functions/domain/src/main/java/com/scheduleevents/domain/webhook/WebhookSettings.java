package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.ClinicId;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a webhook that its owner chooses (specification, section 2.2).
 *
 * @param url the URL that its deliveries are sent to
 * @param types the event types that it gets; {@code *} alone means all
 * @param clinic the only clinic whose events it gets, if it is limited to one
 * @param description the owner's description
 */
public record WebhookSettings(String url, List<String> types, Optional<ClinicId> clinic, Optional<String> description) {

    /** Copies the types. */
    public WebhookSettings {
        types = List.copyOf(types);
    }
}
