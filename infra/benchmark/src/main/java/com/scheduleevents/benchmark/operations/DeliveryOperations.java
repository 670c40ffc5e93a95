package com.scheduleevents.benchmark.operations;

import com.scheduleevents.api.http.StrictJson;
import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.Payload;
import com.scheduleevents.domain.delivery.SignedDelivery;
import com.scheduleevents.domain.event.EventDraft;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.event.EventTypeRegistry;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What a delivery computes on its way, for an event of an ordinary size (requirement R5). */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DeliveryOperations {

    private static final Instant AT = Instant.parse("2030-03-15T14:30:00Z");
    private static final String SENT = """
            {"type":"appointment.cancelled","clinic_id":"cln_harbour","appointment_id":"apt_00000001",\
            "provider_id":"prv_12ab34cd","starts_at":"2030-03-15T14:30:00Z","duration_minutes":30,\
            "recoverable":true,"cancelled_by":"patient"}""";

    private final EventTypeRegistry types = EventTypeRegistry.fromClassPath();
    private final List<SigningSecret> secrets = List.of(SigningSecret.mint(new Random(1)));
    private final Payload payload =
            Payload.of(types.read(StrictJson.object(SENT)).as(EventId.mint(AT, new Random(1))));
    private final DeliveryMessage message = new DeliveryMessage(
            new AccountId("acc_demo"),
            new WebhookId("whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9AA"),
            1,
            payload,
            1,
            1,
            Optional.empty(),
            Optional.empty(),
            AT,
            Optional.empty(),
            Optional.empty());
    private final String queued = MessageCodec.DELIVERY.write(message);

    /** The request of an attempt, with both signatures. */
    @Benchmark
    public SignedDelivery signing() {
        return SignedDelivery.of(payload, PayloadStyle.FULL, 1, AT, secrets);
    }

    /** What a producer sends, read and checked against the schema of its type. */
    @Benchmark
    public EventDraft parsing() {
        return types.read(StrictJson.object(SENT));
    }

    /** The queue message of a delivery, written. */
    @Benchmark
    public String serialising() {
        return MessageCodec.DELIVERY.write(message);
    }

    /** The queue message of a delivery, read. */
    @Benchmark
    public DeliveryMessage reading() {
        return MessageCodec.DELIVERY.read(queued);
    }
}
