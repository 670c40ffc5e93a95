package com.scheduleevents.aws.secrets;

import com.scheduleevents.aws.secrets.DataKeys.DataKey;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.spec.SecretKeySpec;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.kms.KmsClient;

/**
 * Reads the data keys from the DataKeys table. Each is decrypted only once in the life of this object: a KMS call for every delivery would
 * cost more than the rest of it.
 */
public final class StoredDataKeys implements DataKeys {

    /** There is only one key so far. */
    static final String CURRENT = "signing-secrets-1";

    static final Attribute<String> ID = Attribute.text("id");
    private static final Attribute<SdkBytes> WRAPPED =
            new Attribute<>("wrapped", AttributeValue::fromB, value -> Optional.ofNullable(value.b()));
    private static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");

    private final Table table;
    private final KmsClient kms;
    private final String wrappingKey;
    private final Map<String, DataKey> unwrapped = new ConcurrentHashMap<>();

    /**
     * @param table the name of the DataKeys table
     * @param wrappingKey the KMS key that encrypts data keys
     */
    public StoredDataKeys(DynamoDbClient dynamoDb, String table, KmsClient kms, String wrappingKey) {
        this.table = new Table(dynamoDb, table);
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
                "there is no data key " + id + "; the first registration of a webhook creates it"));
    }

    Optional<DataKey> find(String id) {
        return Optional.ofNullable(unwrapped.get(id))
                .or(() -> wrapped(id).map(bytes -> remember(id, unwrap(id, bytes))));
    }

    /** The encryption context of a data key, without which KMS does not decrypt it. */
    static Map<String, String> context(String id) {
        return Map.of("purpose", "signing-secrets", "data_key", id);
    }

    static Map<String, AttributeValue> item(String id, SdkBytes wrapped, Instant now) {
        return new Item()
                .with(ID, id)
                .with(WRAPPED, wrapped)
                .with(CREATED_AT, now)
                .toMap();
    }

    private DataKey remember(String id, DataKey key) {
        unwrapped.put(id, key);
        return key;
    }

    private Optional<SdkBytes> wrapped(String id) {
        return table.find(new Item().with(ID, id).toMap()).map(item -> new Row("DataKeys", item).get(WRAPPED));
    }

    private DataKey unwrap(String id, SdkBytes wrapped) {
        byte[] plain = kms.decrypt(decrypt ->
                        decrypt.keyId(wrappingKey).ciphertextBlob(wrapped).encryptionContext(context(id)))
                .plaintext()
                .asByteArray();
        return new DataKey(id, new SecretKeySpec(plain, "AES"));
    }
}
