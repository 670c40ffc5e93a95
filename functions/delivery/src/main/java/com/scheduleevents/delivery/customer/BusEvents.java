package com.scheduleevents.delivery.customer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.domain.destination.EventBusArn;
import com.scheduleevents.domain.receiver.AttemptRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequestEntry;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/**
 * Sends attempts to event buses of EventBridge: the body is the detail of the event, and its type the detail type. An event has no place for the
 * headers, so it is unsigned; who may put events on a bus is what its owner's policies say.
 */
final class BusEvents {

    /** The source of all events, by which rules select them. */
    static final String SOURCE = "schedule-events";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int INVALID = 400;
    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY = 429;
    private static final int BROKEN = 500;

    private final Function<String, EventBridgeClient> newClient;
    private final Map<String, EventBridgeClient> clients = new ConcurrentHashMap<>();

    /** @param newClient makes the client of a region */
    BusEvents(Function<String, EventBridgeClient> newClient) {
        this.newClient = newClient;
    }

    /**
     * Puts one event on a bus.
     *
     * @return the status of the response. EventBridge says in a response with 200 that it did not take an event; that is the status that a request
     *     with this fault would have got
     * @throws SdkException when EventBridge does not take the request
     */
    int put(EventBusArn bus, AttemptRequest request, SessionCall session) {
        PutEventsRequestEntry event = PutEventsRequestEntry.builder()
                .eventBusName(bus.arn())
                .source(SOURCE)
                .detailType(type(request.body()))
                .detail(request.body())
                .build();
        PutEventsResponse response = clients.computeIfAbsent(bus.region(), newClient)
                .putEvents(put -> put.entries(event).overrideConfiguration(session::configure));
        return response.entries().stream()
                .map(PutEventsResultEntry::errorCode)
                .filter(code -> code != null)
                .findFirst()
                .map(BusEvents::status)
                .orElseGet(() -> response.sdkHttpResponse().statusCode());
    }

    /** The error codes of the reference of EventBridge, "PutEventsResultEntry". */
    private static int status(String code) {
        return switch (code) {
            case "ThrottlingException" -> TOO_MANY;
            case "InternalException", "InternalFailure" -> BROKEN;
            case "AccessDeniedException", "NotAuthorizedForSourceException", "NotAuthorizedForDetailTypeException" ->
                FORBIDDEN;
            default -> INVALID;
        };
    }

    private static String type(String event) {
        try {
            return JSON.readTree(event).path("type").asText();
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("The body of an attempt is no JSON.", e);
        }
    }
}
