package com.scheduleevents.cli.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.QueryString;
import java.util.function.Consumer;

/** Follows the feed from now on: each event once, in order, none left out. */
final class FeedTail {

    private static final String EVENTS = ApiSession.path("events");

    /** Behind whatever will be recorded: a page from there is empty, and its cursor is where the feed is complete now. */
    private static final String FOR_EVER = "9999-12-31T23:59:59Z";

    private final ApiSession api;
    private final QueryString feed;
    private String cursor;

    /** @param filter which events */
    FeedTail(ApiSession api, QueryString filter) {
        this.api = api;
        this.feed = filter.with("order", "asc");
        this.cursor = cursor(api.get(EVENTS, feed.with("since", FOR_EVER).with("limit", "1")));
    }

    /** Reads all events that are there by now and were not read before. */
    void read(Consumer<JsonNode> reader) {
        boolean more = true;
        while (more) {
            JsonNode page = api.get(EVENTS, feed.with("starting_after", cursor).with("limit", "100"));
            page.path("data").forEach(reader);
            cursor = cursor(page);
            more = page.path("has_more").asBoolean();
        }
    }

    private static String cursor(JsonNode page) {
        return page.path("next_cursor").asText();
    }
}
