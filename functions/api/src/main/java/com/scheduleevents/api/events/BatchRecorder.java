package com.scheduleevents.api.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import com.scheduleevents.api.changes.ChangeReader;
import com.scheduleevents.api.http.ErrorJson;
import com.scheduleevents.api.http.HttpStatus;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.error.ApiException;
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
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Records a batch of schedule changes. Each item gets the same result as if it were sent alone. */
final class BatchRecorder {

    private static final int MAX_BODY_KB = 1024;
    private static final String DATA = "data";
    private static final String EXPECTED = "an array of 1 to " + BatchStore.MAX + " items";

    private static final Set<String> ITEM_FIELDS = Set.of(ChangeReader.KEY, ChangeReader.EVENT);

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
        request.requireNoIdempotencyKey(
                "Each item of a batch has its own key: send idempotency_key beside event, and no Idempotency-Key header.");
        ArrayNode data = items(request);
        // The first item is paid for as the request.
        request.pay(data.size() - 1);
        List<BatchItem> items = new ArrayList<>();
        data.forEach(item -> items.add(read(item)));
        List<BatchItem> allowed = withoutForbidden(caller, items);
        Deque<Outcome> outcomes = new ArrayDeque<>(recording.record(caller.account(), changes(allowed)));
        List<ResultJson> results = new ArrayList<>();
        for (BatchItem item : allowed) {
            results.add(
                    switch (item) {
                        case BatchItem.Bad(ApiException error) -> ResultJson.of(error, request.id());
                        case BatchItem.Good _ -> result(outcomes.remove(), request);
                    });
        }
        return Response.json(200, Map.of(DATA, results));
    }

    private static ArrayNode items(Request request) {
        JsonNode data = JsonFields.of(request.body(MAX_BODY_KB), Set.of(DATA)).require(DATA, EXPECTED);
        if (!(data instanceof ArrayNode items)) {
            throw JsonFields.invalid(DATA, EXPECTED, "a value that is not an array");
        }
        if (items.isEmpty() || items.size() > BatchStore.MAX) {
            throw JsonFields.invalid(DATA, EXPECTED, items.size() + " items");
        }
        return items;
    }

    private BatchItem read(JsonNode item) {
        try {
            if (!(item instanceof ObjectNode object)) {
                throw JsonFields.invalid(
                        DATA,
                        "an array of objects {\"idempotency_key\"?, \"event\"}",
                        "an element that is not an object");
            }
            return new BatchItem.Good(reader.read(JsonFields.of(object, ITEM_FIELDS)));
        } catch (ApiException error) {
            return new BatchItem.Bad(error);
        }
    }

    private List<BatchItem> withoutForbidden(Caller caller, List<BatchItem> items) {
        Clinics seen = access.seenAmong(
                caller,
                changes(items).stream().map(change -> change.draft().clinic()).collect(Collectors.toSet()));
        return items.stream()
                .map(item -> switch (item) {
                    case BatchItem.Good(Change change)
                    when !seen.contains(change.draft().clinic()) -> new BatchItem.Bad(ClinicAccess.refused());
                    case BatchItem other -> other;
                })
                .toList();
    }

    private static List<Change> changes(List<BatchItem> items) {
        return items.stream()
                .flatMap(item -> item instanceof BatchItem.Good(Change change) ? Stream.of(change) : Stream.of())
                .toList();
    }

    private ResultJson result(Outcome outcome, Request request) {
        return switch (outcome) {
            case Recorded recorded -> {
                if (!recorded.repeat()) {
                    metrics.add(Metric.EVENTS_RECORDED);
                }
                yield ResultJson.of(recorded);
            }
            case KeyReused reused -> ResultJson.of(reused.named(ChangeReader.KEY), request.id());
        };
    }

    /** An item that is valid so far, or the error that it gets. */
    private sealed interface BatchItem {

        record Good(Change change) implements BatchItem {}

        record Bad(ApiException error) implements BatchItem {}
    }

    /**
     * The result of an item: its event or its error.
     *
     * @param status the HTTP status code that the item would get alone
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record ResultJson(
            int status, @Nullable RawValue event, @Nullable ErrorJson error) {

        static ResultJson of(Recorded recorded) {
            return new ResultJson(
                    recorded.repeat() ? 200 : 201, new RawValue(recorded.event().json()), null);
        }

        static ResultJson of(ApiException error, String requestId) {
            return new ResultJson(HttpStatus.of(error.code()), null, ErrorJson.of(error, requestId));
        }
    }
}
