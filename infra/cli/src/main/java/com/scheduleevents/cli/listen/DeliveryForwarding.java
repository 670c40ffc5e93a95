package com.scheduleevents.cli.listen;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiFailure;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Pulls deliveries, forwards each once, and shows what became of it. What the target accepts is acknowledged, and what it does not accept
 * is dismissed, so that the delivery log says the same and nothing comes again that nobody has asked for. What cannot have reached the
 * target is neither: it is sent until it has.
 */
final class DeliveryForwarding {

    private static final Duration SILENCE = Duration.ofHours(1);

    /** After the API could not be reached. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    /** Between two tries to reach the target. */
    private static final Duration NEXT_TRY = Duration.ofSeconds(2);

    /** After it was pulled, a delivery is sent for this long: receivers refuse a signature that is older than five minutes. */
    private static final Duration FRESH = Duration.ofMinutes(4);

    /** What was not sent while it was fresh comes again soon, signed again. The last request has ended by then. */
    private static final QueryString PULL =
            QueryString.NONE.with("limit", "10").with("wait", "20").with("visibility", "300");

    /** How many deliveries can be sent again by their number. */
    private static final int REMEMBERED = 1_000;

    private final ApiSession api;
    private final String webhook;
    private final ForwardTarget target;
    private final ResultPrinter output;
    private final ProcessContext context;

    /** The events that were forwarded, by the number of their row. */
    private final LinkedHashMap<String, String> forwarded = new LinkedHashMap<>();

    /** The events that could not reach the target yet. */
    private final Set<String> unreached = new LinkedHashSet<>();

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
        try {
            Instant last = context.clock().instant();
            while (context.clock().instant().isBefore(last.plus(SILENCE))) {
                Deque<QueuedDelivery> pulled = new ArrayDeque<>(pull());
                if (!pulled.isEmpty() && forwardWhileFresh(pulled)) {
                    last = context.clock().instant();
                }
            }
            output.note("Nothing has arrived for an hour.");
        } finally {
            noteUnreached();
        }
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
        if (event.isEmpty()) {
            output.note(number.isEmpty() ? "There is no delivery yet." : "There is no row " + number + ".");
        } else if (unreached.contains(event.get())) {
            output.note(event.get() + " is sent by itself as soon as your program can be reached.");
        } else {
            report(() -> api.postOnce(ApiSession.path("webhooks", webhook, "deliveries", event.get(), "redeliver")));
        }
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

    /**
     * Sends deliveries until all have reached the target, or are too old.
     *
     * @return whether one has reached it
     */
    private boolean forwardWhileFresh(Deque<QueuedDelivery> pulled) throws InterruptedException {
        Instant end = context.clock().instant().plus(FRESH);
        int number = pulled.size();
        forward(pulled, end);
        while (!pulled.isEmpty() && context.clock().instant().isBefore(end)) {
            context.pause().pause(NEXT_TRY);
            forward(pulled, end);
        }
        return pulled.size() < number;
    }

    /** Sends deliveries, and removes them, up to the first that does not reach the target. */
    private synchronized void forward(Deque<QueuedDelivery> pulled, Instant end) throws InterruptedException {
        List<String> accepted = new ArrayList<>();
        try {
            while (!pulled.isEmpty() && context.clock().instant().isBefore(end)) {
                QueuedDelivery delivery = pulled.getFirst();
                Instant at = context.clock().instant();
                Forwarded result = target.send(delivery);
                if (!result.hasReached()) {
                    keep(pulled, at, result);
                    return;
                }
                pulled.removeFirst();
                unreached.remove(delivery.event());
                show(delivery, at, result);
                if (result.isAccepted()) {
                    accepted.add(delivery.receipt());
                } else {
                    report(() -> api.postOnce(
                            ApiSession.path("webhooks", webhook, "deliveries", delivery.event(), "dismiss")));
                }
            }
        } finally {
            acknowledge(accepted);
        }
    }

    private void acknowledge(List<String> receipts) {
        if (!receipts.isEmpty()) {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            receipts.forEach(body.putArray("receipts")::add);
            report(() -> api.post(ApiSession.path("webhooks", webhook, "queue", "ack"), body));
        }
    }

    /** Says of the first delivery that it has not reached the target, unless it was said already. */
    private void keep(Deque<QueuedDelivery> pulled, Instant at, Forwarded result) {
        QueuedDelivery first = pulled.getFirst();
        if (unreached.add(first.event())) {
            show(first, at, result);
            output.note(
                    first.event() + " has not reached your program. It and what follows wait until it can be reached.");
        }
        pulled.forEach(delivery -> unreached.add(delivery.event()));
    }

    private synchronized void noteUnreached() {
        if (!unreached.isEmpty()) {
            output.note(
                    "Not forwarded, because your program could not be reached: " + String.join(", ", unreached) + ".");
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
