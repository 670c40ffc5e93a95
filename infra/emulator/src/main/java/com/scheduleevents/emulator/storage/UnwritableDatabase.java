package com.scheduleevents.emulator.storage;

import java.sql.SQLException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.api.DatabaseEventListener;

/**
 * Notices that ElasticMQ's database cannot be written to, for instance because the disk is full. After the first write that fails,
 * ElasticMQ accepts messages without storing them, so the process has to end before it confirms another one.
 */
public final class UnwritableDatabase implements DatabaseEventListener {

    // H2 creates its listeners by itself and tells them nothing but the URL.
    private static final Map<String, CompletableFuture<String>> WATCHED = new ConcurrentHashMap<>();

    private volatile CompletableFuture<String> failure = new CompletableFuture<>();

    /** Used by H2. */
    public UnwritableDatabase() {}

    /** What failed, once a write to the database of this URL has failed. */
    static CompletableFuture<String> of(String url) {
        return WATCHED.computeIfAbsent(url, _ -> new CompletableFuture<>());
    }

    /** The setting of a URL that makes H2 tell this class. */
    static String setting() {
        return ";DATABASE_EVENT_LISTENER='" + UnwritableDatabase.class.getName() + "'";
    }

    @Override
    public void init(String url) {
        failure = of(url.split(";", 2)[0]);
    }

    @Override
    public void exceptionThrown(SQLException e, String sql) {
        failure.complete(String.valueOf(e.getMessage()));
    }
}
