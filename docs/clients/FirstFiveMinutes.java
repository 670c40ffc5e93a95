import com.scheduleevents.client.ApiClient;
import com.scheduleevents.client.ApiException;
import com.scheduleevents.client.ApiResponse;
import com.scheduleevents.client.api.AccountApi;
import com.scheduleevents.client.api.DeliveriesApi;
import com.scheduleevents.client.api.EventsApi;
import com.scheduleevents.client.api.WebhooksApi;
import com.scheduleevents.client.model.Actor;
import com.scheduleevents.client.model.ApiKeyRequest;
import com.scheduleevents.client.model.AppointmentCancelledDraft;
import com.scheduleevents.client.model.Delivery;
import com.scheduleevents.client.model.Error;
import com.scheduleevents.client.model.EventDraft;
import com.scheduleevents.client.model.ReplayRequest;
import com.scheduleevents.client.model.Scope;
import com.scheduleevents.client.model.Webhook;
import com.scheduleevents.client.model.WebhookChange;
import com.scheduleevents.client.model.WebhookRequest;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;

/** The first five minutes with the API, with the client for Java. docs/clients.md says how to run it. */
final class FirstFiveMinutes {

    private static final OffsetDateTime BEGAN = OffsetDateTime.now(ZoneOffset.UTC);

    private final ApiClient client = new ApiClient();
    private final AccountApi account;
    private final EventsApi events;
    private final WebhooksApi webhooks;
    private final DeliveriesApi deliveries;

    private FirstFiveMinutes(String api, String key) {
        client.updateBaseUri(api);
        client.setRequestInterceptor(request -> request.setHeader("Authorization", "Bearer " + key));
        this.account = new AccountApi(client);
        this.events = new EventsApi(client);
        this.webhooks = new WebhooksApi(client);
        this.deliveries = new DeliveriesApi(client);
    }

    public static void main(String[] arguments) throws Exception {
        new FirstFiveMinutes(System.getenv("API"), System.getenv("KEY")).run(System.getenv("RECEIVER"));
    }

    private void run(String receiver) throws Exception {
        // The same request with the same key registers once, so it can be repeated if the response was lost.
        var registration = new WebhookRequest().url(receiver).addTypesItem(WebhookRequest.TypesEnum.STAR).description("Java");
        var key = newKey();
        var webhook = webhooks.createWebhook(registration, key);
        System.out.println("registered " + webhook.getId() + (webhook.getSecret() == null ? "" : " with its secret"));
        var repeated = webhooks.createWebhook(registration, key);
        System.out.println(repeated.equals(webhook) ? "the same again" : "another webhook");

        // A change names the version that it is made to. Somebody else changes the webhook in between.
        var read = webhooks.getWebhookWithHttpInfo(webhook.getId(), null);
        webhooks.updateWebhook(webhook.getId(), new WebhookChange().maxPerSecond(100), null);
        try {
            describe(read);
        } catch (ApiException e) {
            System.out.println("changed meanwhile: " + e.getCode() + " " + error(e).getError().getCode());
        }
        var edited = describe(webhooks.getWebhookWithHttpInfo(webhook.getId(), null));
        System.out.println("changed to " + edited.getDescription() + " with at most " + edited.getMaxPerSecond() + " a second");

        var event = events.recordEvent(cancelled("cln_harbour"), newKey());
        System.out.println("recorded " + event.getType());

        // A page can be empty although the list goes on.
        var page = events.listEvents(null, null, null, null, null, null, null, 1);
        var feed = new ArrayList<>(page.getData());
        while (page.getHasMore()) {
            page = events.listEvents(null, null, null, null, null, null, page.getNextCursor(), 1);
            feed.addAll(page.getData());
        }
        System.out.println((feed.contains(event) ? "in the feed since " : "not in the feed since ") + feed.getLast().getType());

        var found = delivery(webhook.getId(), event.getId());
        for (int i = 0; i < 600 && found.map(Delivery::getStatus).orElse("pending").equals("pending"); i++) {
            Thread.sleep(200);
            found = delivery(webhook.getId(), event.getId());
        }
        var attempts = deliveries.getDelivery(webhook.getId(), event.getId()).getAttempts();
        System.out.println("delivery " + found.orElseThrow().getStatus() + " with " + attempts.getLast().getStatusCode());

        var estimate = deliveries.startReplay(
                webhook.getId(), new ReplayRequest().since(BEGAN.minusMinutes(5)).dryRun(true), newKey());
        System.out.println(estimate.getEventsMatching() > 0 ? "a replay would send it again" : "nothing to replay");

        var issued = account.createApiKey(
                new ApiKeyRequest().description("Java").addScopesItem(Scope.EVENTS_READ).clinicIds(null), newKey());
        System.out.println("issued a key for " + (issued.getClinicIds() == null ? "all clinics" : issued.getClinicIds()));
        account.revokeApiKey(issued.getId(), null, null);

        webhooks.deleteWebhook(webhook.getId(), null);
        try {
            webhooks.getWebhook(webhook.getId(), null);
        } catch (ApiException e) {
            System.out.println("deleted: " + e.getCode() + " " + error(e).getError().getCode());
        }
        try {
            events.recordEvent(cancelled("cln_elsewhere"), newKey());
        } catch (ApiException e) {
            var refused = error(e).getError();
            System.out.println("refused: " + e.getCode() + " " + refused.getCode() + " " + refused.getParam());
        }
    }

    private static String newKey() {
        return UUID.randomUUID().toString();
    }

    /** Changes the version of the webhook that was read. */
    private Webhook describe(ApiResponse<Webhook> read) throws ApiException {
        var change = client.getObjectMapper().convertValue(read.getData(), WebhookChange.class).description("Front desk");
        return webhooks.updateWebhook(read.getData().getId(), change, read.getHeaders().get("etag").getFirst());
    }

    private Optional<Delivery> delivery(String webhook, String event) throws ApiException {
        return deliveries.listDeliveries(webhook, null, null, null, null, 100).getData().stream()
                .filter(one -> one.getEventId().equals(event))
                .findFirst();
    }

    private Error error(ApiException refusal) throws Exception {
        return client.getObjectMapper().readValue(refusal.getResponseBody(), Error.class);
    }

    private static EventDraft cancelled(String clinic) {
        return new EventDraft(new AppointmentCancelledDraft()
                .type(AppointmentCancelledDraft.TypeEnum.APPOINTMENT_CANCELLED)
                .clinicId(clinic)
                .appointmentId("apt_5512")
                .providerId("prv_22")
                .startsAt(BEGAN.plusDays(7))
                .durationMinutes(30)
                .recoverable(true)
                .cancelledBy(Actor.PATIENT));
    }
}
