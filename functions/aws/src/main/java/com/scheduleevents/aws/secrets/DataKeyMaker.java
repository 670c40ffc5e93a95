package com.scheduleevents.aws.secrets;

import static com.scheduleevents.aws.tables.Attributes.text;

import java.time.Clock;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.DataKeySpec;

/** The data keys, for whoever may make the first one. */
public final class DataKeyMaker implements DataKeys {

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final KmsClient kms;
    private final String wrappingKey;
    private final Clock clock;
    private final StoredDataKeys stored;

    /**
     * @param table the name of the table DataKeys
     * @param wrappingKey the KMS key that wraps data keys
     * @param clock says when a key was made
     */
    public DataKeyMaker(DynamoDbClient dynamoDb, String table, KmsClient kms, String wrappingKey, Clock clock) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.kms = kms;
        this.wrappingKey = wrappingKey;
        this.clock = clock;
        this.stored = new StoredDataKeys(dynamoDb, table, kms, wrappingKey);
    }

    @Override
    public DataKey current() {
        return stored.find(StoredDataKeys.CURRENT).orElseGet(this::make);
    }

    @Override
    public DataKey named(String id) {
        return stored.named(id);
    }

    /** Makes the key and puts it there unless another one was faster; whichever is there then is the key. */
    private DataKey make() {
        String id = StoredDataKeys.CURRENT;
        SdkBytes wrapped = kms.generateDataKey(generate -> generate.keyId(wrappingKey)
                        .keySpec(DataKeySpec.AES_256)
                        .encryptionContext(StoredDataKeys.context(id)))
                .ciphertextBlob();
        try {
            dynamoDb.putItem(put -> put.tableName(table)
                    .item(Map.of(
                            "id", text(id),
                            "wrapped", AttributeValue.fromB(wrapped),
                            "created_at", text(clock.instant().toString())))
                    .conditionExpression("attribute_not_exists(id)"));
            return stored.named(id);
        } catch (ConditionalCheckFailedException anotherWasFaster) {
            return stored.named(id);
        }
    }
}
