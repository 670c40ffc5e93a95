import com.scheduleevents.client.ApiClient;
import com.scheduleevents.client.ApiException;
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
import com.scheduleevents.client.model.WebhookRequest;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

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
        var webhook = webhooks.createWebhook(
                new WebhookRequest().url(receiver).addTypesItem(WebhookRequest.TypesEnum.STAR).description("Java"), null);
        System.out.println("registered " + webhook.getId() + (webhook.getSecret() == null ? "" : " with its secret"));

        var event = events.recordEvent(cancelled("cln_harbour"), webhook.getId());
        System.out.println("recorded " + event.getType());

        var feed = events.listEvents(null, null, null, null, 100).getData();
        System.out.println(feed.contains(event) ? "in the feed" : "not in the feed");

        var found = delivery(webhook.getId(), event.getId());
        for (int i = 0; i < 600 && found.map(Delivery::getStatus).orElse("pending").equals("pending"); i++) {
            Thread.sleep(200);
            found = delivery(webhook.getId(), event.getId());
        }
        var attempts = deliveries.getDelivery(webhook.getId(), event.getId()).getAttempts();
        System.out.println("delivery " + found.orElseThrow().getStatus() + " with " + attempts.getLast().getStatusCode());

        var estimate = deliveries.startReplay(
                webhook.getId(), new ReplayRequest().since(BEGAN.minusMinutes(5)).dryRun(true), null);
        System.out.println(estimate.getEventsMatching() > 0 ? "a replay would send it again" : "nothing to replay");

        var issued = account.createApiKey(
                new ApiKeyRequest().description("Java").addScopesItem(Scope.EVENTS_READ).clinicIds(null), null);
        System.out.println("issued a key for " + (issued.getClinicIds() == null ? "all clinics" : issued.getClinicIds()));
        account.revokeApiKey(issued.getId(), null, null);

        webhooks.deleteWebhook(webhook.getId(), null);
        try {
            webhooks.getWebhook(webhook.getId(), null);
        } catch (ApiException e) {
            System.out.println("deleted: " + e.getCode() + " " + error(e).getError().getCode());
        }
        try {
            events.recordEvent(cancelled("cln_elsewhere"), null);
        } catch (ApiException e) {
            var refused = error(e).getError();
            System.out.println("refused: " + e.getCode() + " " + refused.getCode() + " " + refused.getParam());
        }
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
