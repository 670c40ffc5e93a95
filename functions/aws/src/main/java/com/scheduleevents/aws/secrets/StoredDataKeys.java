package com.scheduleevents.aws.secrets;

import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.tables.Row;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.spec.SecretKeySpec;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.kms.KmsClient;

/**
 * Reads the data keys of the table DataKeys. Each is unwrapped once for the life of this object: a call of KMS for every
 * delivery would cost more than the rest of it.
 */
public final class StoredDataKeys implements DataKeys {

    /** There is one; a second would get a name of its own and stand beside it. */
    static final String CURRENT = "signing-secrets-1";

    private final DynamoDbClient dynamoDb;
    private final String table;
    private final KmsClient kms;
    private final String wrappingKey;
    private final Map<String, DataKey> unwrapped = new ConcurrentHashMap<>();

    /**
     * @param table the name of the table DataKeys
     * @param wrappingKey the KMS key that wraps data keys
     */
    public StoredDataKeys(DynamoDbClient dynamoDb, String table, KmsClient kms, String wrappingKey) {
        this.dynamoDb = dynamoDb;
        this.table = table;
        this.kms = kms;
        this.wrappingKey = wrappingKey;
    }

    @Override
    public DataKey current() {
        return named(CURRENT);
    }

    @Override
    public DataKey named(String id) {
        return find(id).orElseThrow(() -> new IllegalStateException(
                "there is no data key " + id + "; registering a webhook makes the first one"));
    }

    Optional<DataKey> find(String id) {
        return Optional.ofNullable(unwrapped.get(id))
                .or(() -> wrapped(id).map(bytes -> remember(id, unwrap(id, bytes))));
    }

    /** What a wrapped key is bound to; KMS unwraps it with the same context alone. */
    static Map<String, String> context(String id) {
        return Map.of("purpose", "signing-secrets", "data_key", id);
    }

    private DataKey remember(String id, DataKey key) {
        unwrapped.put(id, key);
        return key;
    }

    private Optional<SdkBytes> wrapped(String id) {
        Map<String, AttributeValue> item = dynamoDb.getItem(
                        get -> get.tableName(table).key(Map.of("id", text(id))).consistentRead(true))
                .item();
        return item.isEmpty()
                ? Optional.empty()
                : Optional.of(SdkBytes.fromByteArray(new Row("DataKeys", item).bytes("wrapped")));
    }

    private DataKey unwrap(String id, SdkBytes wrapped) {
        byte[] plain = kms.decrypt(decrypt ->
                        decrypt.keyId(wrappingKey).ciphertextBlob(wrapped).encryptionContext(context(id)))
                .plaintext()
                .asByteArray();
        return new DataKey(id, new SecretKeySpec(plain, "AES"));
    }
}
