package com.scheduleevents.aws.secrets;

import com.scheduleevents.aws.secrets.DataKeys.DataKey;
import java.time.Clock;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.DataKeySpec;

/** The data keys, for a function that may create the first one. */
public final class DataKeyMaker implements DataKeys {

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final KmsClient kms;
    private final String wrappingKey;
    private final Clock clock;
    private final StoredDataKeys stored;

    /**
     * @param table the name of the DataKeys table
     * @param wrappingKey the KMS key that encrypts data keys
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

    /** Creates the key and stores it unless another function was faster; the stored key is used in either case. */
    private DataKey make() {
        String id = StoredDataKeys.CURRENT;
        SdkBytes wrapped = kms.generateDataKey(generate -> generate.keyId(wrappingKey)
                        .keySpec(DataKeySpec.AES_256)
                        .encryptionContext(StoredDataKeys.context(id)))
                .ciphertextBlob();
        try {
            dynamoDb.putItem(put -> put.tableName(table)
                    .item(StoredDataKeys.item(id, wrapped, clock.instant()))
                    .conditionExpression("attribute_not_exists(" + StoredDataKeys.ID + ")"));
            return stored.named(id);
        } catch (ConditionalCheckFailedException anotherWasFaster) {
            return stored.named(id);
        }
    }
}
