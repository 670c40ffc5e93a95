import com.scheduleevents.client.ApiClient;
import com.scheduleevents.client.ApiException;
import com.scheduleevents.client.api.AccountApi;
import com.scheduleevents.client.api.DeliveriesApi;
import com.scheduleevents.client.api.EventsApi;
import com.scheduleevents.client.api.WebhooksApi;
import com.scheduleevents.client.model.Actor;
import com.scheduleevents.client.model.AppointmentCancelledDraft;
import com.scheduleevents.client.model.Batch;
import com.scheduleevents.client.model.BatchItem;
import com.scheduleevents.client.model.Error;
import com.scheduleevents.client.model.EventDraft;
import com.scheduleevents.client.model.RejectedBatch;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/** Reads responses of a later version of the service, with what it may have added. */
final class Additions {

    private Additions() {}

    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("API"));
        var events = new EventsApi(client);

        var page = events.listEvents(null, null, null, null, null, null, null, null);
        var feed = new ArrayList<>(page.getData());
        while (page.getHasMore()) {
            page = events.listEvents(null, null, null, null, null, null, page.getNextCursor(), null);
            feed.addAll(page.getData());
        }
        var later = feed.getFirst();
        var cancelled = feed.getLast();
        print("event", later.getType(), later.getClinicId(), later.getCreatedAt().getYear());
        print("event", cancelled.getType(), cancelled.getCancelledBy(), cancelled.getStartsAt().getYear());

        var webhook = new WebhooksApi(client).getWebhook("whk_1", null);
        print(
                "webhook",
                webhook.getStatus(),
                webhook.getMode(),
                webhook.getDisabledReason(),
                webhook.getHealth().getCircuit(),
                String.join(" ", webhook.getTypes()));

        var delivery = new DeliveriesApi(client).listDeliveries("whk_1", null, null, null, null, null).getData().getFirst();
        print("delivery", delivery.getStatus(), delivery.getEventType(), delivery.getLastOutcome());

        print("scopes", String.join(" ", new AccountApi(client).getAccount().getApiKey().getScopes()));
        print("event type", events.listEventTypes().getData().getFirst().getName());

        var draft = new EventDraft(new AppointmentCancelledDraft()
                .type(AppointmentCancelledDraft.TypeEnum.APPOINTMENT_CANCELLED)
                .clinicId("cln_harbour")
                .appointmentId("apt_1")
                .providerId("prv_1")
                .startsAt(OffsetDateTime.parse("2026-11-21T09:30:00Z"))
                .durationMinutes(30)
                .recoverable(true)
                .cancelledBy(Actor.PATIENT));
        try {
            events.recordEvent(draft, null);
        } catch (ApiException e) {
            var error = client.getObjectMapper().readValue(e.getResponseBody(), Error.class).getError();
            print("error", e.getCode(), error.getType(), error.getCode());
        }

        for (String key : List.of("rejected", "refused")) {
            try {
                events.recordEvents(new Batch().addDataItem(new BatchItem().idempotencyKey(key).event(draft)));
            } catch (ApiException e) {
                var batch = client.getObjectMapper().readValue(e.getResponseBody(), RejectedBatch.class);
                var error = batch.getError();
                if (error == null) {
                    var item = batch.getData().getFirst();
                    error = item.getError();
                    print("batch", e.getCode(), "of which", batch.getFailedCount(), "failed:", item.getStatus(), error.getType(), error.getCode());
                } else {
                    print("batch", e.getCode(), error.getType(), error.getCode());
                }
            }
        }
    }

    private static void print(Object... words) {
        System.out.println(String.join(" ", java.util.Arrays.stream(words).map(String::valueOf).toList()));
    }
}
