package com.scheduleevents.simulation.promises;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.domain.event.EventId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Checks what one reader is listed that goes forwards through the feed of an account whose clinics and keys do not change. */
public final class ForwardChecks {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Ledger ledger;
    private final String account;
    private final FeedFilter filter;
    private final List<String> listed = new ArrayList<>();
    private String last = "";
    private Instant complete = Instant.EPOCH;

    /** A reader of an account begins. */
    public ForwardChecks(Ledger ledger, String account, FeedFilter filter) {
        this.ledger = ledger;
        this.account = account;
        this.filter = filter;
    }

    /** It came to another page. */
    public void check(JsonNode page) {
        for (JsonNode event : page.path("data")) {
            String id = event.path("id").asText();
            if (id.compareTo(last) <= 0) {
                ledger.breaks(Promise.FORWARD_IS_COMPLETE, id, "it is listed forwards after " + last);
            }
            last = id;
            listed.add(id);
        }
        if (page.path("complete_until").isTextual()) {
            complete = Instant.parse(page.path("complete_until").asText());
        }
    }

    /** How many events it was listed. */
    public int count() {
        return listed.size();
    }

    /**
     * It has ended.
     *
     * @param rows of the Events table
     */
    public void end(Stream<Map<String, AttributeValue>> rows) {
        String end = EventId.firstAtOrAfter(complete).value();
        List<String> expected = events(account, rows)
                .filter(event -> filter.selects(
                        event.path("type").asText(),
                        event.path("clinic_id").asText(),
                        event.path("appointment_id").asText(),
                        () -> Instant.parse(event.path("created_at").asText())))
                .map(event -> event.path("id").asText())
                .filter(id -> id.compareTo(end) < 0)
                .sorted()
                .toList();
        expected.stream()
                .filter(id -> !listed.contains(id))
                .forEach(id -> ledger.breaks(
                        Promise.FORWARD_IS_COMPLETE,
                        id,
                        "it was not listed to a reader of " + filter + ", to whom the feed was complete until "
                                + complete));
        listed.stream()
                .filter(id -> !expected.contains(id))
                .forEach(id -> ledger.breaks(
                        Promise.FORWARD_IS_COMPLETE,
                        id,
                        "it was listed to a reader of " + filter + ", and is not there"));
    }

    /** What was recorded under an idempotency key is there once. */
    public static void checkOnce(Ledger ledger, String account, Stream<Map<String, AttributeValue>> rows) {
        Map<String, String> seen = new HashMap<>();
        events(account, rows).forEach(event -> {
            String id = event.path("id").asText();
            String earlier = seen.put(event.path("appointment_id").asText(), id);
            if (earlier != null) {
                ledger.breaks(Promise.RECORDED_STAYS, id, "it repeats " + earlier + " under the same idempotency key");
            }
        });
    }

    /** The events of an account, without void rows. */
    private static Stream<JsonNode> events(String account, Stream<Map<String, AttributeValue>> rows) {
        return rows.filter(row -> account.equals(text(row, "account_id")) && row.containsKey("body"))
                .map(row -> json(text(row, "body")));
    }

    private static String text(Map<String, AttributeValue> row, String name) {
        return Objects.requireNonNull(row.get(name)).s();
    }

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an event that is no JSON", e);
        }
    }
}
