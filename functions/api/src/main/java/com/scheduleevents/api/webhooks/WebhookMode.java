package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How the deliveries of a webhook reach their receiver: the field {@code mode}. */
enum WebhookMode {
    /** They are sent to its URL. */
    PUSH,
    /** They wait until a consumer pulls them. */
    PULL;

    /** The name of the field. */
    static final String NAME = "mode";

    /** The field in a body; empty when it is missing. */
    static Optional<WebhookMode> of(JsonFields fields) {
        return fields.optional(NAME, "push or pull", text -> Arrays.stream(values())
                .filter(mode -> mode.wireName().equals(text))
                .findFirst());
    }

    static WebhookMode of(WebhookSettings settings) {
        return settings.isPulled() ? PULL : PUSH;
    }

    String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
