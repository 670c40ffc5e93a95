package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.faults.ServiceFaults;
import com.scheduleevents.cloud.time.CloudTime;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/** The tables, by name. */
final class StoredTables {

    private final CloudTime time;
    private final ServiceFaults faults;
    private final Map<String, SimulatedTable> tables = new TreeMap<>();

    StoredTables(CloudTime time, ServiceFaults faults) {
        this.time = time;
        this.faults = faults;
    }

    SimulatedTable create(TableSchema schema) {
        if (tables.containsKey(schema.name())) {
            throw DynamoDbErrors.tableExists(schema.name());
        }
        SimulatedTable table = new SimulatedTable(schema, time, faults);
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
