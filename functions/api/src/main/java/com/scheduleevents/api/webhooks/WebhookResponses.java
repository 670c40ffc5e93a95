package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Optional;

/** Creates the responses that show webhooks. */
final class WebhookResponses {

    private final Backlog backlog;

    WebhookResponses(Backlog backlog) {
        this.backlog = backlog;
    }

    Response show(Webhook webhook) {
        return tagged(200, webhook, Optional.empty());
    }

    Response showWithSecret(int status, Webhook webhook, SigningSecret secret) {
        return tagged(status, webhook, Optional.of(secret));
    }

    Response page(Page<Webhook, WebhookId> page) {
        return Response.page(
                page.items().stream()
                        .map(webhook -> WebhookJson.of(webhook, backlog, Optional.empty()))
                        .toList(),
                page.next().map(WebhookId::value));
    }

    private Response tagged(int status, Webhook webhook, Optional<SigningSecret> secret) {
        return Response.json(status, WebhookJson.of(webhook, backlog, secret))
                .with("ETag", WebhookEntityTags.tag(webhook));
    }
}
