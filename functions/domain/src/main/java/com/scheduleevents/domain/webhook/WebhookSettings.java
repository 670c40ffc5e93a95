package com.scheduleevents.domain.webhook;

import com.scheduleevents.domain.account.ClinicId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of a webhook that its owner chooses (specification, section 2.2).
 *
 * @param url the URL that its deliveries are sent to
 * @param types the event types that it gets; {@code *} alone means all
 * @param clinic the only clinic whose events it gets, if it is limited to one
 * @param description the owner's description
 * @param maxPerSecond how many deliveries it gets in a second at most, retries not counted; empty: no limit
 */
public record WebhookSettings(
        String url,
        List<String> types,
        Optional<ClinicId> clinic,
        Optional<String> description,
        OptionalInt maxPerSecond) {

    /** The highest limit that can be set. */
    public static final int HIGHEST_LIMIT = 1_000;

    /** Copies the types, and rejects a limit out of bounds. */
    public WebhookSettings {
        types = List.copyOf(types);
        if (maxPerSecond.isPresent() && (maxPerSecond.getAsInt() < 1 || maxPerSecond.getAsInt() > HIGHEST_LIMIT)) {
            throw new IllegalArgumentException("a limit is between 1 and " + HIGHEST_LIMIT + " deliveries a second");
        }
    }

    /** Settings without a limit. */
    public WebhookSettings(String url, List<String> types, Optional<ClinicId> clinic, Optional<String> description) {
        this(url, types, clinic, description, OptionalInt.empty());
    }
}
