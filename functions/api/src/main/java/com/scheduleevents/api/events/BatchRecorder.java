package com.scheduleevents.api.events;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.changes.ChangeReader;
import com.scheduleevents.api.http.ErrorResponses;
import com.scheduleevents.api.http.HttpStatus;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.Recording.KeyReused;
import com.scheduleevents.domain.event.Recording.Outcome;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.Metrics;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Records a batch of schedule changes: every item gets the answer that it would have got alone. */
final class BatchRecorder {

    private static final int MAX_KILOBYTES = 1024;
    private static final String DATA = "data";
    private static final String EXPECTED = "a list of 1 to " + BatchStore.MAX + " items";

    private static final Set<String> ITEM = Set.of(ChangeReader.KEY, ChangeReader.EVENT);

    private final ChangeReader reader;
    private final ClinicAccess access;
    private final BatchRecording recording;
    private final Metrics metrics;

    BatchRecorder(ChangeReader reader, ClinicAccess access, BatchRecording recording, Metrics metrics) {
        this.reader = reader;
        this.access = access;
        this.recording = recording;
        this.metrics = metrics;
    }

    Response record(Request request, Caller caller) {
        request.query(Set.of());
        requireNoKey(request);
        List<Item> items = StreamSupport.stream(items(request).spliterator(), false)
                .map(this::read)
                .toList();
        List<Item> allowed = allowed(caller, items);
        Deque<Outcome> outcomes = new ArrayDeque<>(recording.record(caller.account(), changes(allowed)));
        List<String> results = new ArrayList<>();
        for (Item item : allowed) {
            results.add(
                    switch (item) {
                        case Item.Bad(ApiException error) -> refused(error, request);
                        case Item.Good _ -> result(outcomes.remove(), request);
                    });
        }
        return Response.json(200, "{\"data\":[" + String.join(",", results) + "]}");
    }

    /** A client that expects one key to cover the batch must not believe so. */
    private static void requireNoKey(Request request) {
        if (request.header("Idempotency-Key").isPresent()) {
            throw new ApiException(
                    ErrorCode.INVALID_HEADER,
                    "Idempotency-Key",
                    "In a batch each item has its own key: send idempotency_key beside event, and no Idempotency-Key.");
        }
    }

    private static ArrayNode items(Request request) {
        JsonNode data = JsonFields.of(request.body(MAX_KILOBYTES), Set.of(DATA)).require(DATA, EXPECTED);
        if (!(data instanceof ArrayNode items)) {
            throw JsonFields.invalid(DATA, EXPECTED, "something that is no list");
        }
        if (items.isEmpty() || items.size() > BatchStore.MAX) {
            throw JsonFields.invalid(DATA, EXPECTED, items.size() + " items");
        }
        return items;
    }

    private Item read(JsonNode item) {
        try {
            if (!(item instanceof ObjectNode object)) {
                throw JsonFields.invalid(
                        DATA, "a list of objects {\"idempotency_key\"?, \"event\"}", "something else in it");
            }
            return new Item.Good(reader.read(JsonFields.of(object, ITEM)));
        } catch (ApiException fault) {
            return new Item.Bad(fault);
        }
    }

    private List<Item> allowed(Caller caller, List<Item> items) {
        Clinics seen = access.seenAmong(
                caller,
                changes(items).stream().map(change -> change.draft().clinic()).collect(Collectors.toSet()));
        return items.stream()
                .map(item -> switch (item) {
                    case Item.Good(Change change)
                    when !seen.contains(change.draft().clinic()) -> new Item.Bad(ClinicAccess.refused());
                    case Item other -> other;
                })
                .toList();
    }

    private static List<Change> changes(List<Item> items) {
        return items.stream()
                .flatMap(item -> item instanceof Item.Good(Change change) ? Stream.of(change) : Stream.of())
                .toList();
    }

    private String result(Outcome outcome, Request request) {
        return switch (outcome) {
            case Recorded(var event, boolean repeat) -> {
                if (!repeat) {
                    metrics.add(Metric.EVENTS_RECORDED);
                }
                yield "{\"status\":" + (repeat ? 200 : 201) + ",\"event\":" + event.json() + "}";
            }
            case KeyReused reused -> refused(reused.named(ChangeReader.KEY), request);
        };
    }

    private static String refused(ApiException error, Request request) {
        return "{\"status\":" + HttpStatus.of(error.code()) + ",\"error\":" + ErrorResponses.json(error, request.id())
                + "}";
    }

    /** An item as far as it was found good. */
    private sealed interface Item {

        record Good(Change change) implements Item {}

        record Bad(ApiException error) implements Item {}
    }
}
