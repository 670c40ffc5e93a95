import com.scheduleevents.client.ApiClient;
import com.scheduleevents.client.ApiException;
import com.scheduleevents.client.api.AccountApi;
import com.scheduleevents.client.api.DeliveriesApi;
import com.scheduleevents.client.api.EventsApi;
import com.scheduleevents.client.api.WebhooksApi;
import com.scheduleevents.client.model.Actor;
import com.scheduleevents.client.model.AppointmentCancelledDraft;
import com.scheduleevents.client.model.Error;
import com.scheduleevents.client.model.EventDraft;
import java.time.OffsetDateTime;

/** Reads responses of a later version of the service, with what it may have added. */
final class Additions {

    private Additions() {}

    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(System.getenv("API"));
        var events = new EventsApi(client);

        var page = events.listEvents(null, null, null, null, null).getData();
        var later = page.getFirst();
        var cancelled = page.getLast();
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

        try {
            events.recordEvent(
                    new EventDraft(new AppointmentCancelledDraft()
                            .type(AppointmentCancelledDraft.TypeEnum.APPOINTMENT_CANCELLED)
                            .clinicId("cln_harbour")
                            .appointmentId("apt_1")
                            .providerId("prv_1")
                            .startsAt(OffsetDateTime.parse("2026-11-21T09:30:00Z"))
                            .durationMinutes(30)
                            .recoverable(true)
                            .cancelledBy(Actor.PATIENT)),
                    null);
        } catch (ApiException e) {
            var error = client.getObjectMapper().readValue(e.getResponseBody(), Error.class).getError();
            print("error", e.getCode(), error.getType(), error.getCode());
        }
    }

    private static void print(Object... words) {
        System.out.println(String.join(" ", java.util.Arrays.stream(words).map(String::valueOf).toList()));
    }
}
