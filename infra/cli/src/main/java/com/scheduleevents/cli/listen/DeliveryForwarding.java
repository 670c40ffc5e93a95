package com.scheduleevents.cli.listen;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiFailure;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.output.CommandFailure;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.process.ProcessContext;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Pulls deliveries, forwards each once, and shows what became of it. What the target accepts is acknowledged, and what it does not accept
 * is dismissed, so that the delivery log says the same and nothing comes again that nobody has asked for.
 */
final class DeliveryForwarding {

    private static final Duration SILENCE = Duration.ofHours(1);

    /** After the API could not be reached. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** The visibility is that of a batch whose deliveries all take as long as they can, and a batch is forwarded before the next is pulled. */
    private static final QueryString PULL =
            QueryString.NONE.with("limit", "10").with("wait", "20").with("visibility", "600");

    /** How many deliveries can be sent again by their number. */
    private static final int REMEMBERED = 1_000;

    private final ApiSession api;
    private final String webhook;
    private final ForwardTarget target;
    private final ResultPrinter output;
    private final ProcessContext context;

    /** The events that were forwarded, by the number of their row. */
    private final LinkedHashMap<String, String> forwarded = new LinkedHashMap<>();

    private int rows;

    DeliveryForwarding(
            ApiSession api, String webhook, ForwardTarget target, ResultPrinter output, ProcessContext context) {
        this.api = api;
        this.webhook = webhook;
        this.target = target;
        this.output = output;
        this.context = context;
    }

    /**
     * Forwards until nothing has arrived for an hour.
     *
     * @throws InterruptedException when the program is asked to stop
     */
    void run() throws InterruptedException {
        output.headings(row("#", "AT", "OUTCOME", "STATUS", "MS", "TYPE", "CLINIC", "EVENT"));
        Instant last = context.clock().instant();
        while (context.clock().instant().isBefore(last.plus(SILENCE))) {
            List<QueuedDelivery> pulled = pull();
            if (!pulled.isEmpty()) {
                forward(pulled);
                last = context.clock().instant();
            }
        }
        output.note("Nothing has arrived for an hour.");
    }

    /**
     * Has a delivery sent again, freshly signed. It waits until those are settled that are being forwarded: what is still in the queue
     * would not be added to it again.
     *
     * @param number that of its row; empty for the last one
     */
    synchronized void redeliver(String number) {
        Optional<String> event = number.isEmpty()
                ? Optional.ofNullable(forwarded.lastEntry()).map(Map.Entry::getValue)
                : Optional.ofNullable(forwarded.get(number));
        event.ifPresentOrElse(
                id -> report(() -> api.post(ApiSession.path("webhooks", webhook, "deliveries", id, "redeliver"))),
                () -> output.note(number.isEmpty() ? "There is no delivery yet." : "There is no row " + number + "."));
    }

    /** An API that cannot be reached for a while ends nothing; one that refuses does. */
    private List<QueuedDelivery> pull() throws InterruptedException {
        try {
            return api.get(ApiSession.path("webhooks", webhook, "queue"), PULL)
                    .path("data")
                    .valueStream()
                    .map(QueuedDelivery::of)
                    .toList();
        } catch (ApiFailure failure) {
            if (failure.isFinal()) {
                throw failure;
            }
            output.note(String.valueOf(failure.getMessage()));
        } catch (CommandFailure failure) {
            if (Thread.interrupted()) {
                throw new InterruptedException("the program is asked to stop");
            }
            output.note(String.valueOf(failure.getMessage()));
        }
        context.pause().pause(PAUSE);
        return List.of();
    }

    private synchronized void forward(List<QueuedDelivery> pulled) throws InterruptedException {
        List<String> accepted = new ArrayList<>();
        for (QueuedDelivery delivery : pulled) {
            Instant at = context.clock().instant();
            Forwarded result = target.send(delivery);
            show(delivery, at, result);
            if (result.isAccepted()) {
                accepted.add(delivery.receipt());
            } else {
                report(() -> api.post(ApiSession.path("webhooks", webhook, "deliveries", delivery.event(), "dismiss")));
            }
        }
        if (!accepted.isEmpty()) {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            accepted.forEach(body.putArray("receipts")::add);
            report(() -> api.post(ApiSession.path("webhooks", webhook, "queue", "ack"), body));
        }
    }

    private void show(QueuedDelivery delivery, Instant at, Forwarded result) {
        rows++;
        forwarded.put(Integer.toString(rows), delivery.event());
        if (forwarded.size() > REMEMBERED) {
            forwarded.pollFirstEntry();
        }
        ObjectNode row = JsonNodeFactory.instance.objectNode();
        row.put("number", rows)
                .put("at", at.truncatedTo(ChronoUnit.SECONDS).toString())
                .put("outcome", result.outcome())
                .put(
                        "status_code",
                        result.status().isPresent() ? result.status().getAsInt() : null)
                .put("duration_ms", result.took().toMillis())
                .put("event_type", delivery.field("type").asText())
                .put("clinic_id", delivery.field("clinic_id").asText())
                .put("event_id", delivery.event());
        output.element(row, row(row.valueStream().map(ResultPrinter::shown).toArray()));
    }

    private static String row(Object... cells) {
        return "%4s  %-20s  %-9s  %6s  %6s  %-24s  %-16s  %s".formatted(cells);
    }

    /** A request whose failure ends nothing: the delivery comes again after its visibility. */
    private void report(Runnable request) {
        try {
            request.run();
        } catch (ApiFailure | CommandFailure failure) {
            if (!Thread.currentThread().isInterrupted()) {
                output.note(String.valueOf(failure.getMessage()));
            }
        }
    }
}
