package com.scheduleevents.emulator.storage;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The signals of the tables that somebody waits for. */
final class TableSignals {

    private final Map<String, WriteSignal> byTable = new ConcurrentHashMap<>();

    WriteSignal of(String table) {
        return byTable.computeIfAbsent(table, _ -> new WriteSignal());
    }

    /** @param table its name or its ARN */
    void written(String table) {
        WriteSignal signal = byTable.get(table.substring(table.lastIndexOf('/') + 1));
        if (signal != null) {
            signal.signal();
        }
    }

    /** @param statement of PartiQL, with the name of its table in quotation marks or without */
    void executed(String statement) {
        byTable.forEach((table, signal) -> {
            if (statement.contains(table)) {
                signal.signal();
            }
        });
    }
}
