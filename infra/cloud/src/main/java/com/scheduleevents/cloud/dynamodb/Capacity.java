package com.scheduleevents.cloud.dynamodb;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** The consumed capacity that responses report. */
final class Capacity {

    private Capacity() {}

    @SuppressWarnings("NullAway") // the SDK's own way of saying nothing
    static ConsumedCapacity of(@Nullable ReturnConsumedCapacity wanted, SimulatedTable table, double units) {
        if (wanted == null || wanted == ReturnConsumedCapacity.NONE) {
            return null;
        }
        return ConsumedCapacity.builder()
                .tableName(table.schema().name())
                .capacityUnits(units)
                .build();
    }
}
