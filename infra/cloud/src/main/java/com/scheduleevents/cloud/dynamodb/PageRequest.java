package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.expressions.Condition;
import com.scheduleevents.cloud.dynamodb.expressions.ProjectionExpression;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The parameters that queries and scans have in common.
 *
 * @param index the index that is read; empty: the table itself
 * @param filter what an item has to meet to be handed out
 * @param projection which attributes are handed out
 * @param limit how many items are looked at
 * @param consistent whether every earlier write has to be seen
 * @param countOnly whether the items themselves are left out
 */
record PageRequest(
        SimulatedTable table,
        Optional<StoredIndex> index,
        Optional<Condition> filter,
        Optional<ProjectionExpression> projection,
        OptionalInt limit,
        boolean consistent,
        boolean countOnly) {

    boolean isGlobal() {
        return index.filter(own -> own.schema().global()).isPresent();
    }

    KeySchema keys() {
        return index.map(own -> own.schema().keys()).orElse(table.schema().keys());
    }
}
