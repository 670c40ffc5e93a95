package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Redelivery;
import com.scheduleevents.domain.delivery.Signatures;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What attempts carry when the owner changes how much of an event they carry, while deliveries wait or are retried. */
final class ThinDeliveryTest {

    private static final EventId ID = EventId.mint(SenderFixture.START, new Random(7));
    private static final Event EVENT = new Event(
            ID,
            "appointment.cancelled",
            new ClinicId("cln_1"),
            "{\"id\":\"" + ID.value() + "\",\"type\":\"appointment.cancelled\",\"clinic_id\":\"cln_1\","
                    + "\"provider_id\":\"prv_7\",\"created_at\":\"2026-11-21T00:00:00.000Z\"}");
    private static final String THIN = "{\"id\":\"" + ID.value() + "\",\"type\":\"appointment.cancelled\","
            + "\"clinic_id\":\"cln_1\",\"created_at\":\"2026-11-21T00:00:00.000Z\"}";

    private final SenderFixture sender = new SenderFixture(number -> number > 2);
    private final DeliveryMessage first = DeliveryMessage.first(sender.webhook(), EVENT, SenderFixture.START);

    @Test
    void eachAttemptCarriesWhatTheWebhookIsSetToThen() {
        sender.handle(first);
        carry(PayloadStyle.THIN);
        retry();
        carry(PayloadStyle.FULL);
        retry();

        assertThat(sender.attempts).extracting(AttemptRequest::body).containsExactly(EVENT.json(), THIN, EVENT.json());
    }

    @Test
    void deliveryThatWaitedInTheBacklogIsAsItsWebhookIsSetWhenItIsProbed() {
        sender.addToBacklog(first);
        sender.openCircuit();
        carry(PayloadStyle.THIN);

        sender.probe();

        assertThat(sender.attempts).extracting(AttemptRequest::body).containsExactly(THIN);
    }

    @Test
    void redeliveryIsThinToo() {
        sender.handle(first);
        carry(PayloadStyle.THIN);
        new Redelivery(sender.log, (messages, _, _) -> sender.retries.addAll(messages), Duration.ofDays(90))
                .request(sender.webhook(), first.payload(), sender.now);
        retry();

        assertThat(sender.attempts.getLast().body()).isEqualTo(THIN);
        assertThat(sender.logged(first).cycle()).isEqualTo(2);
    }

    @Test
    void thinAttemptIsSignedLikeAnyOther() {
        carry(PayloadStyle.THIN);
        sender.handle(first);

        SigningSecret secret = SigningSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        assertThat(sender.attempts.getFirst().headers())
                .containsAllEntriesOf(Signatures.headers(ID.value(), sender.now, THIN, List.of(secret)))
                .containsEntry("Content-Type", "application/json");
    }

    private void retry() {
        DeliveryMessage next = sender.retries.removeLast();
        sender.now = next.notBefore().isAfter(sender.now) ? next.notBefore() : sender.now;
        sender.handle(next);
    }

    private void carry(PayloadStyle style) {
        sender.change(row -> row.with(
                new WebhookSettings(
                        row.url(),
                        row.types(),
                        row.settings().clinics(),
                        row.description(),
                        OptionalInt.empty(),
                        Optional.empty(),
                        style,
                        Optional.empty(),
                        false,
                        Optional.empty()),
                sender.now));
    }
}
