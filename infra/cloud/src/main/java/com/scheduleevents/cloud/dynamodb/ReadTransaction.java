package com.scheduleevents.cloud.dynamodb;

import com.scheduleevents.cloud.dynamodb.expressions.AttributeForm;
import com.scheduleevents.cloud.faults.SimulatedCall;
import com.scheduleevents.cloud.requests.KnownFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;

/** Reads several items as they are at one moment; it is refused while a transaction writes one of them. */
final class ReadTransaction implements SimulatedCall<TransactGetItemsResponse> {

    private static final KnownFields FIELDS = KnownFields.of("TransactItems");
    private static final int MOST_ITEMS = 100;

    private final StoredTables tables;
    private final TransactGetItemsRequest request;

    ReadTransaction(StoredTables tables, TransactGetItemsRequest request) {
        this.tables = tables;
        this.request = request;
    }

    @Override
    public TransactGetItemsResponse apply() {
        FIELDS.require(request);
        if (request.transactItems().isEmpty() || request.transactItems().size() > MOST_ITEMS) {
            throw DynamoDbErrors.validation("Member must have length between 1 and " + MOST_ITEMS);
        }
        List<CancellationReason> reasons = new ArrayList<>();
        List<ItemResponse> items = new ArrayList<>();
        for (TransactGetItem wanted : request.transactItems()) {
            Get get = wanted.get();
            SimulatedTable table = tables.named(get.tableName());
            KeyTuple key = table.schema().keys().exactly(AttributeForm.of(get.key()));
            boolean locked = table.isLocked(key);
            reasons.add(CancellationReason.builder()
                    .code(locked ? "TransactionConflict" : "None")
                    .build());
            var projection = ReadOperations.projection(get.projectionExpression(), get.expressionAttributeNames());
            Optional<SortedMap<String, AttributeValue>> item = table.current(key);
            table.consumption().transactionalRead(item.map(ItemSize::of).orElse(0L));
            ItemResponse.Builder response = ItemResponse.builder();
            item.ifPresent(found -> response.item(ReadOperations.projected(found, projection)));
            items.add(response.build());
        }
        if (reasons.stream().anyMatch(reason -> !reason.code().equals("None"))) {
            throw DynamoDbErrors.cancelled(reasons);
        }
        return TransactGetItemsResponse.builder().responses(items).build();
    }
}
