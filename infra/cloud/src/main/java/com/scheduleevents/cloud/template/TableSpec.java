package com.scheduleevents.cloud.template;

import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;

/**
 * A table (AWS::DynamoDB::Table).
 *
 * @param id its logical id
 * @param creation the request that creates it, with keys, indexes and stream
 * @param ttlAttribute the time-to-live attribute
 */
public record TableSpec(String id, CreateTableRequest creation, Optional<String> ttlAttribute) {

    /** The table's name. */
    public String name() {
        return creation.tableName();
    }
}
