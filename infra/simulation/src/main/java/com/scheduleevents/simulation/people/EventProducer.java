package com.scheduleevents.simulation.people;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.simulation.SimulatedWorld;
import com.scheduleevents.simulation.promises.Ledger;
import com.scheduleevents.simulation.promises.Promise;
import com.scheduleevents.simulation.promises.WatchedEvent;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** Records schedule changes of one tenant: one by one, in batches, and through the changes queue; now and then many in a short time. */
final class EventProducer {

    /** What it records. */
    static final List<String> TYPES = List.of("appointment.no_show", "appointment.completed", "appointment.booked");

    /** What it records instead often: several of them are in the order of one appointment. */
    private static final String OFFER = "offer.accepted";

    /** What it records instead now and then, with the field that says who did it. */
    private static final Map<String, String> RARE_TYPES =
            new TreeMap<>(Map.of("appointment.changed", "changed_by", "appointment.reinstated", "reinstated_by"));

    /** One event of so many is of a rare type, and as many corrections are wrong. */
    private static final int ONE_IS_RARE = 10;

    /** One event of so many is an offer, and one offer of so many is the first of another cancelled appointment. */
    private static final int ONE_IS_AN_OFFER = 3;

    private static final int ONE_IS_THE_FIRST = 5;

    private static final int LARGEST_BATCH = 8;
    private static final int BURST = 60;
    private static final int TRIALS = 10;

    /** One event of so many is handed over by two at once, and the key of another one is used for a different event. */
    private static final int ONE_IS_CARELESS = 20;

    /** As many messages as a request to SQS may have. */
    private static final int LARGEST_IMPORT = 10;

    private static final int MOST_BATCHES = 4;
    private static final Duration BETWEEN_TRIALS = Duration.ofSeconds(5);

    /** Between two events of a burst: more than one a second, and less than a key may record. */
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);

    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

    private final SimulatedWorld world;
    private final Ledger ledger;
    private final SimulatedTenant tenant;
    private final String changesQueue;
    private final Duration meanTime;
    private final RandomGenerator random;
    private final RandomGenerator providers;
    private final RandomGenerator carelessness;
    private final RandomGenerator rarities;
    private final RandomGenerator offers;
    private final EventCorrector corrector;
    private int made;
    private int cancelled;

    /** @param meanTime between two of its requests */
    EventProducer(SimulatedWorld world, Ledger ledger, SimulatedTenant tenant, String changesQueue, Duration meanTime) {
        this.world = world;
        this.ledger = ledger;
        this.tenant = tenant;
        this.changesQueue = changesQueue;
        this.meanTime = meanTime;
        this.random = world.streams().stream("producer of " + tenant.account().value());
        this.carelessness = world.streams().stream(
                "careless producer of " + tenant.account().value());
        this.corrector = new EventCorrector(world, ledger, tenant);
        this.rarities = world.streams().stream("rarities of " + tenant.account().value());
        this.offers = world.streams().stream("offers of " + tenant.account().value());
        this.providers =
                world.streams().stream("providers of " + tenant.account().value());
    }

    /** Whose events it records. */
    String account() {
        return tenant.account().value();
    }

    /** Records until that time. */
    void workUntil(Instant end) {
        while (true) {
            world.scheduler().sleep(exponential(random, meanTime));
            if (!world.scheduler().now().isBefore(end)) {
                return;
            }
            if (rarities.nextInt(ONE_IS_RARE) == 0) {
                world.scheduler().spawn("wrong correction", corrector::correctWrongly);
            }
            // What one of them waits for must not hold up the others.
            switch (random.nextInt(10)) {
                case 0 -> world.scheduler().spawn("batch", this::recordBatch);
                case 1, 2 -> world.scheduler().spawn("change", this::sendChange);
                case 3 -> world.scheduler().spawn("event", this::recordOnce);
                default -> world.scheduler().spawn("event", this::record);
            }
        }
    }

    /**
     * Records bursts until that time, as a clinic does that moves the appointments of a day: circuits then open and close with many
     * deliveries in the backlog. The last one ends with that time, so that receivers come back to what they missed.
     *
     * @param meanWait between two of them
     */
    void burstUntil(Instant end, Duration meanWait) {
        RandomGenerator bursts =
                world.streams().stream("bursts of " + tenant.account().value());
        Instant last = end.minus(LONGEST_PAUSE.multipliedBy(BURST));
        boolean more = true;
        while (more) {
            Duration left = Duration.between(world.scheduler().now(), last);
            Duration wait = exponential(bursts, meanWait);
            more = wait.compareTo(left) < 0;
            world.scheduler().sleep(more ? wait : left);
            Duration pause = Duration.ofMillis(bursts.nextLong(SHORTEST_PAUSE.toMillis(), LONGEST_PAUSE.toMillis()));
            for (int i = 0; i < BURST && world.scheduler().now().isBefore(end); i++) {
                world.scheduler().spawn("event", this::record);
                world.scheduler().sleep(pause);
            }
        }
    }

    /** Records some events within a minute, as whoever registers a webhook does to see that it works. */
    void tryOut() {
        for (int i = 0; i < TRIALS; i++) {
            world.scheduler().spawn("event", this::record);
            world.scheduler().sleep(exponential(random, BETWEEN_TRIALS));
        }
    }

    private static Duration exponential(RandomGenerator from, Duration mean) {
        return Duration.ofNanos((long) (from.nextExponential() * mean.toNanos()));
    }

    private ObjectNode event(boolean once) {
        String clinic = tenant.clinics().get(random.nextInt(tenant.clinics().size()));
        String common = TYPES.get(random.nextInt(TYPES.size()));
        String other = rarities.nextInt(ONE_IS_RARE) > 0
                ? common
                : List.copyOf(RARE_TYPES.keySet()).get(rarities.nextInt(RARE_TYPES.size()));
        String type = offers.nextInt(ONE_IS_AN_OFFER) == 0 ? OFFER : other;
        String appointment = "apt_" + tenant.account().value().substring("acc_".length()) + "_" + ++made;
        String provider = "prv_" + providers.nextInt(3);
        Instant now = world.scheduler().now();
        WatchedEvent watched =
                new WatchedEvent(tenant.account().value(), clinic, type, provider, appointment, now, once);
        String cancelledAppointment = cancelled();
        if (type.equals(OFFER)) {
            watched.in(cancelledAppointment);
        }
        ledger.add(watched);
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("type", type)
                .put("clinic_id", clinic)
                .put("appointment_id", appointment)
                .put("provider_id", provider)
                .put(
                        "starts_at",
                        now.plus(Duration.ofDays(3))
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString())
                .put("duration_minutes", 30);
        corrector.corrected(clinic).ifPresent(corrected -> {
            watched.correct(corrected);
            event.put("corrects", corrected);
        });
        if (type.equals(OFFER)) {
            event.put("cancelled_appointment_id", cancelledAppointment).put("offer_id", "off_" + made);
        }
        if (type.equals("appointment.changed")) {
            event.put("previous_duration_minutes", 45);
        }
        Optional.ofNullable(RARE_TYPES.get(type)).ifPresent(field -> event.put(field, "clinic"));
        return type.equals("appointment.booked") ? event.put("booked_by", "patient") : event;
    }

    /** The appointment in whose order an offer is: the last one's, mostly. */
    private String cancelled() {
        if (offers.nextInt(ONE_IS_THE_FIRST) == 0) {
            cancelled++;
        }
        return "apt_" + tenant.account().value().substring("acc_".length()) + "_cancelled_" + cancelled;
    }

    private static String appointment(JsonNode event) {
        return event.path("appointment_id").asText();
    }

    /** With a key under which it may be repeated, until there is a response. */
    void record() {
        ObjectNode event = event(true);
        Optional<String> key = Optional.of("once-" + appointment(event));
        SimulatedApiClient client = tenant.client();
        if (carelessness.nextInt(ONE_IS_CARELESS) == 0) {
            world.scheduler().spawn("twin", () -> client.call("POST", "/events", event.toString(), key));
        }
        SimulatedApiResponse response = client.untilFinal(() -> client.call("POST", "/events", event.toString(), key));
        if (response.succeeded() && carelessness.nextInt(ONE_IS_CARELESS) == 0) {
            // What became of it is judged by the history of the key.
            client.call(
                    "POST",
                    "/events",
                    event.deepCopy().put("duration_minutes", 45).toString(),
                    key);
        }
        judge(response.succeeded(), response.status(), response.text(), appointment(event));
    }

    /** Without a key: whoever gets no response does not know. */
    private void recordOnce() {
        ObjectNode event = event(false);
        SimulatedApiResponse response = tenant.client().post("/events", event.toString());
        if (response.isFinal()) {
            judge(response.succeeded(), response.status(), response.text(), appointment(event));
        }
    }

    private void judge(boolean succeeded, int status, String body, String appointment) {
        if (succeeded) {
            JsonNode recorded = new SimulatedApiResponse(status, List.of(), body).json();
            ledger.event(appointment)
                    .ifPresent(event -> event.acknowledge(
                            recorded.path("id").asText(),
                            body,
                            world.scheduler().now()));
        } else if (status != 403 && status != 401) {
            ledger.breaks(Promise.RECORDED_STAYS, appointment, "it was refused with " + status + ": " + body);
        }
    }

    private void recordBatch() {
        List<ObjectNode> events = new ArrayList<>();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        for (int i = random.nextInt(1, LARGEST_BATCH); i > 0; i--) {
            ObjectNode event = event(true);
            events.add(event);
            body.withArray("data")
                    .addObject()
                    .put("idempotency_key", "once-" + appointment(event))
                    .set("event", event);
        }
        SimulatedApiResponse response = tenant.client().untilEveryItemIsFinal(body.toString());
        JsonNode results = response.json().path("data");
        if (results.isMissingNode()) {
            judge(false, response.status(), response.text(), appointment(events.getFirst()));
            return;
        }
        judgeBatch(response, appointment(events.getFirst()));
        for (int i = 0; i < events.size(); i++) {
            JsonNode result = results.path(i);
            boolean recorded = result.path("event").isObject();
            judge(
                    recorded,
                    result.path("status").asInt(),
                    result.path(recorded ? "event" : "error").toString(),
                    appointment(events.get(i)));
        }
    }

    /** The status and the count say what the results do. */
    private void judgeBatch(SimulatedApiResponse response, String appointment) {
        JsonNode results = response.json().path("data");
        long failed =
                results.valueStream().filter(result -> result.has("error")).count();
        int status = failed < results.size() ? 200 : 400;
        if (response.status() != status || response.json().path("failed_count").asLong(-1) != failed) {
            ledger.breaks(
                    Promise.RECORDED_STAYS,
                    appointment,
                    "the results of a batch differ from its status " + response.status() + ": " + response.text());
        }
    }

    private String message(ObjectNode event) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("account_id", tenant.account().value())
                .put("idempotency_key", "once-" + appointment(event))
                .set("event", event)
                .toString();
    }

    /**
     * Hands over imports until that time: so many changes at once that the recorder gets several of them in an invocation.
     *
     * @param meanWait between two of them
     */
    void importUntil(Instant end, Duration meanWait) {
        RandomGenerator imports =
                world.streams().stream("imports of " + tenant.account().value());
        while (true) {
            world.scheduler().sleep(exponential(imports, meanWait));
            if (!world.scheduler().now().isBefore(end)) {
                return;
            }
            for (int batches = imports.nextInt(1, MOST_BATCHES + 1); batches > 0; batches--) {
                sendTogether(IntStream.range(0, imports.nextInt(2, LARGEST_IMPORT + 1))
                        .mapToObj(_ -> event(true))
                        .toList());
            }
        }
    }

    private void sendTogether(List<ObjectNode> events) {
        Map<String, ObjectNode> left = new TreeMap<>();
        events.forEach(event -> left.put(appointment(event), event));
        while (!left.isEmpty()) {
            try {
                world.sqs()
                        .sendMessageBatch(send -> send.queueUrl(changesQueue)
                                .entries(left.entrySet().stream()
                                        .map(entry -> SendMessageBatchRequestEntry.builder()
                                                .id(entry.getKey())
                                                .messageBody(message(entry.getValue()))
                                                .build())
                                        .toList()))
                        .successful()
                        .forEach(sent -> {
                            left.remove(sent.id());
                            ledger.event(sent.id()).ifPresent(WatchedEvent::acknowledge);
                        });
            } catch (SdkException failed) {
                world.scheduler().sleep(Duration.ofSeconds(20));
            }
        }
    }

    private void sendChange() {
        ObjectNode event = event(true);
        while (true) {
            try {
                world.sqs().sendMessage(send -> send.queueUrl(changesQueue).messageBody(message(event)));
                ledger.event(appointment(event)).ifPresent(WatchedEvent::acknowledge);
                return;
            } catch (SdkException failed) {
                world.scheduler().sleep(Duration.ofSeconds(20));
            }
        }
    }
}
