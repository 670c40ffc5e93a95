package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.faults.FaultInjector;
import com.scheduleevents.cloud.time.Scheduler;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The tables, by name. */
final class StoredTables {

    private final Scheduler scheduler;
    private final FaultInjector faults;
    private final Map<String, SimulatedTable> tables = new TreeMap<>();

    StoredTables(Scheduler scheduler, FaultInjector faults) {
        this.scheduler = scheduler;
        this.faults = faults;
    }

    SimulatedTable create(TableSchema schema) {
        if (tables.containsKey(schema.name())) {
            throw DynamoDbErrors.tableExists(schema.name());
        }
        SimulatedTable table = new SimulatedTable(schema, scheduler, faults);
        tables.put(schema.name(), table);
        return table;
    }

    SimulatedTable named(String name) {
        SimulatedTable table = tables.get(name);
        if (table == null) {
            throw DynamoDbErrors.unknownTable(name);
        }
        return table;
    }

    Collection<SimulatedTable> all() {
        return tables.values();
    }
}
