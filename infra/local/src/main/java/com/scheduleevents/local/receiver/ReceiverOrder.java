package com.scheduleevents.local.receiver;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerAction;
import com.scheduleevents.emulator.http.ServerResponse;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * How the receiver responds to deliveries.
 *
 * @param inbox for this inbox only; empty: for inboxes without an order of their own
 * @param does status, hang, drip, redirect, close, reset, slow or large
 * @param status the status of the response, if there is one
 * @param seconds the wait of slow, or the pause between two bytes of drip
 * @param retryAfter value of the header Retry-After; empty: none
 * @param times for how many more deliveries; empty: until another order is set
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record ReceiverOrder(
        Optional<String> inbox,
        @JsonProperty("do") String does,
        int status,
        double seconds,
        @JsonProperty("retry_after") Optional<String> retryAfter,
        Optional<Integer> times) {

    private static final Set<String> FIELDS = Set.of("inbox", "do", "status", "seconds", "retry_after", "times");
    private static final int LARGE = 1024 * 1024;

    /**
     * Reads an order.
     *
     * @throws IllegalArgumentException when it is malformed; the message says why
     */
    static ReceiverOrder of(JsonNode wish) {
        wish.fieldNames().forEachRemaining(name -> require(FIELDS.contains(name), "\"" + name + "\" is unknown."));
        String does = wish.path("do").asText();
        ReceiverOrder order = new ReceiverOrder(
                text(wish, "inbox"),
                does,
                wish.path("status").asInt(defaultStatus(does)),
                wish.path("seconds").asDouble(does.equals("slow") ? 6 : 1),
                text(wish, "retry_after"),
                Optional.of(wish.path("times")).filter(JsonNode::isInt).map(JsonNode::asInt));
        require(order.status >= 200 && order.status <= 599, "\"status\" is 200 to 599.");
        require(order.seconds >= 0, "\"seconds\" is not negative.");
        require(order.times.isPresent() == wish.has("times"), "\"times\" is a number.");
        require(order.times.orElse(1) >= 1, "\"times\" is at least 1.");
        return order;
    }

    /** The order that remains after one delivery; empty after the last one. */
    Optional<ReceiverOrder> next() {
        return times.orElse(2) == 1
                ? Optional.empty()
                : Optional.of(new ReceiverOrder(inbox, does, status, seconds, retryAfter, times.map(left -> left - 1)));
    }

    /** Whether a response is sent. */
    boolean sendsResponse() {
        return !(does.equals("hang") || does.equals("close") || does.equals("reset"));
    }

    /** The wait before the response. */
    Duration delay() {
        return does.equals("slow") ? duration() : Duration.ZERO;
    }

    ServerAction action() {
        ServerResponse response = ServerResponse.text(status, "As ordered.\n");
        ServerResponse timed = retryAfter
                .map(value -> response.with(new Header("Retry-After", value)))
                .orElse(response);
        return switch (does) {
            case "hang" -> new ServerAction.NoResponse();
            case "close" -> new ServerAction.Disconnect(false);
            case "reset" -> new ServerAction.Disconnect(true);
            case "drip" -> new ServerAction.SlowResponse(timed, duration());
            case "redirect" -> timed.with(new Header("Location", "/hooks/redirected"));
            case "large" -> ServerResponse.text(status, "x".repeat(LARGE));
            default -> timed;
        };
    }

    private Duration duration() {
        return Duration.ofMillis(Math.round(seconds * 1000));
    }

    private static int defaultStatus(String does) {
        return switch (does) {
            case "status" -> 500;
            case "redirect" -> 302;
            case "hang", "drip", "close", "reset", "slow", "large" -> 200;
            default ->
                throw new IllegalArgumentException(
                        "\"do\" is status, hang, drip, redirect, close, reset, slow or large.");
        };
    }

    private static Optional<String> text(JsonNode wish, String name) {
        return Optional.of(wish.path(name))
                .filter(JsonNode::isValueNode)
                .filter(value -> !value.isNull())
                .map(JsonNode::asText);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
