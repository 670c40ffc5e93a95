package com.scheduleevents.aws.tenants;

import com.scheduleevents.domain.webhook.WebhookId;
import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** Webhooks of an account were left as they are, because their rows cannot be read; nothing is sent to such ones. */
public final class UnreadableWebhooks extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    UnreadableWebhooks(List<WebhookId> ids) {
        super("Mend or delete the rows of "
                + ids.stream().map(WebhookId::value).collect(Collectors.joining(", "))
                + ", which cannot be read, then repeat the command; all other webhooks have followed.");
    }
}
