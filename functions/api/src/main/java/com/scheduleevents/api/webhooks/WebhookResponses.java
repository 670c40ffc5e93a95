package com.scheduleevents.api.webhooks;

import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.circuit.Backlog;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;

/** Creates the responses that show webhooks. */
final class WebhookResponses {

    /** Up to how many deliveries a backlog is counted where one webhook is shown. */
    private static final int MAX_COUNTED = 1_000;

    /** The same for each webhook of a page, which may have a hundred backlogs. */
    private static final int MAX_COUNTED_IN_PAGES = 100;

    private final Backlog backlog;
    private final NotifyConfirmation addresses;

    WebhookResponses(Backlog backlog, NotifyConfirmation addresses) {
        this.backlog = backlog;
        this.addresses = addresses;
    }

    Response show(Webhook webhook) {
        return tagged(200, webhook, Optional.empty());
    }

    Response showWithSecret(int status, Webhook webhook, SigningSecret secret) {
        return tagged(status, webhook, Optional.of(secret));
    }

    /** @param counted pays for counting so many backlogs, before it is done */
    Response page(Page<Webhook, WebhookId> page, IntConsumer counted) {
        counted.accept((int) page.items().stream()
                .filter(webhook -> webhook.health().hasBacklog())
                .count());
        Map<String, AddressStatus> statuses = addresses.statuses(page.items());
        return Response.page(
                page.items().stream()
                        .map(webhook -> WebhookJson.of(
                                webhook,
                                waiting(webhook, MAX_COUNTED_IN_PAGES),
                                webhook.settings()
                                        .notified()
                                        .map(MailRecipient::address)
                                        .map(statuses::get),
                                Optional.empty()))
                        .toList(),
                page.next().map(WebhookId::value));
    }

    /** Counts only while something is in the backlog, because it costs a query. */
    private int waiting(Webhook webhook, int max) {
        return webhook.health().hasBacklog() ? backlog.count(webhook.id(), webhook.generation(), max) : 0;
    }

    /** The secret is no part of the entity tag, which a response without it has too. */
    private Response tagged(int status, Webhook webhook, Optional<SigningSecret> secret) {
        int waiting = waiting(webhook, MAX_COUNTED);
        Optional<AddressStatus> address = addresses.statusOf(webhook);
        Response shown = Response.json(status, WebhookJson.of(webhook, waiting, address, Optional.empty()));
        String tag = WebhookEntityTags.tag(webhook, shown.body().orElseThrow());
        Response response =
                secret.isEmpty() ? shown : Response.json(status, WebhookJson.of(webhook, waiting, address, secret));
        return response.tagged(tag);
    }
}
