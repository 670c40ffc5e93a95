package com.scheduleevents.api.events;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import com.scheduleevents.api.changes.ChangeReader;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.ErrorJson;
import com.scheduleevents.api.http.HttpStatus;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ExceptionSummary;
import com.scheduleevents.domain.event.BatchRecording;
import com.scheduleevents.domain.event.BatchRecording.Change;
import com.scheduleevents.domain.event.BatchStore;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.Recording.Failed;
import com.scheduleevents.domain.event.Recording.KeyReused;
import com.scheduleevents.domain.event.Recording.NothingToCorrect;
import com.scheduleevents.domain.event.Recording.Outcome;
import com.scheduleevents.domain.event.Recording.Recorded;
import com.scheduleevents.domain.metrics.Metric;
import com.scheduleevents.domain.metrics.MetricRecorder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Records a batch of schedule changes. Each item gets the same result as if it were sent alone. */
final class BatchRecorder {

    private static final Logger LOG = LoggerFactory.getLogger(BatchRecorder.class);

    private static final int MAX_BODY_KB = 1024;
    private static final String DATA = "data";
    private static final String EXPECTED = "an array of 1 to " + BatchStore.MAX + " items";

    private static final Set<String> ITEM_FIELDS = Set.of(ChangeReader.KEY, ChangeReader.EVENT);

    private final ChangeReader reader;
    private final ClinicAccess access;
    private final BatchRecording recording;
    private final MetricRecorder metrics;

    BatchRecorder(ChangeReader reader, ClinicAccess access, BatchRecording recording, MetricRecorder metrics) {
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
        List<Outcome> outcomes = recording.record(caller.account(), changes(allowed));
        count(outcomes, request);
        Deque<Outcome> next = new ArrayDeque<>(outcomes);
        return response(
                allowed.stream()
                        .map(item -> switch (item) {
                            case BatchItem.Bad(ApiException error) -> new ItemResult.Rejected(error);
                            case BatchItem.Good _ -> result(next.remove());
                        })
                        .toList(),
                request);
    }

    private void count(List<Outcome> outcomes, Request request) {
        outcomes.stream()
                .filter(outcome -> outcome instanceof Recorded recorded && !recorded.repeat())
                .forEach(_ -> metrics.add(Metric.EVENTS_RECORDED));
        outcomes.stream()
                .flatMap(outcome -> outcome instanceof Failed(RuntimeException cause) ? Stream.of(cause) : Stream.of())
                .findFirst()
                .ifPresent(cause -> {
                    metrics.add(Metric.REQUESTS_FAILED);
                    LOG.error("failed items of request_id={} {}", request.id(), ExceptionSummary.of(cause));
                });
    }

    /** A batch of which nothing was recorded is an error, with the same body: to be sent again if that can help any of its items. */
    private static Response response(List<ItemResult> results, Request request) {
        List<ApiException> errors = results.stream()
                .flatMap(result ->
                        result instanceof ItemResult.Rejected(ApiException error) ? Stream.of(error) : Stream.of())
                .toList();
        BatchJson body = new BatchJson(
                results.stream()
                        .map(result -> ResultJson.of(result, request.id()))
                        .toList(),
                errors.size());
        if (errors.size() < results.size()) {
            return Response.json(200, body);
        }
        return errors.stream()
                .flatMap(error -> error.retryAfter().stream())
                .max(Comparator.naturalOrder())
                .map(wait -> Response.json(503, body).with("Retry-After", Long.toString(wait.toSeconds())))
                .orElseGet(() -> Response.json(400, body));
    }

    private static ArrayNode items(Request request) {
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(request.body(MAX_BODY_KB), Set.of(DATA));
        return reader.whole(() -> items(fields.require(DATA, EXPECTED)));
    }

    private static ArrayNode items(JsonNode data) {
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
            BodyReader parts = new BodyReader();
            return new BatchItem.Good(parts.whole(reader.read(parts, parts.fields(object, ITEM_FIELDS))));
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

    private static ItemResult result(Outcome outcome) {
        return switch (outcome) {
            case Recorded recorded -> new ItemResult.Accepted(recorded);
            case KeyReused reused -> new ItemResult.Rejected(reused.named(ChangeReader.KEY));
            case NothingToCorrect nothing -> new ItemResult.Rejected(nothing.error());
            case Failed _ -> new ItemResult.Rejected(ApiException.internal(ChangeReader.KEY));
        };
    }

    /** An item that is valid so far, or the error that it gets. */
    private sealed interface BatchItem {

        record Good(Change change) implements BatchItem {}

        record Bad(ApiException error) implements BatchItem {}
    }

    /** What became of an item. */
    private sealed interface ItemResult {

        record Accepted(Recorded recorded) implements ItemResult {}

        record Rejected(ApiException error) implements ItemResult {}
    }

    /**
     * The results of all items, in their order.
     *
     * @param failedCount how many have an error
     */
    private record BatchJson(List<ResultJson> data, int failedCount) {}

    /**
     * The result of an item: its event or its error.
     *
     * @param status the HTTP status code that the item would get alone
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record ResultJson(
            int status, @Nullable RawValue event, @Nullable ErrorJson error) {

        static ResultJson of(ItemResult result, String requestId) {
            return switch (result) {
                case ItemResult.Accepted(Recorded(Event event, boolean repeat)) ->
                    new ResultJson(repeat ? 200 : 201, new RawValue(event.json()), null);
                case ItemResult.Rejected(ApiException error) ->
                    new ResultJson(HttpStatus.of(error.code()), null, ErrorJson.of(error, requestId));
            };
        }
    }
}
