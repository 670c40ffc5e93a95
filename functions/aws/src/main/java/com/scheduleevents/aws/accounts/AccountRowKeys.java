package com.scheduleevents.aws.accounts;

import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The keys of the rows of the Accounts table, and attributes of several kinds of rows. No identifier contains the separator. */
public final class AccountRowKeys {

    public static final Attribute<String> PARTITION = Attribute.text("pk");
    public static final Attribute<String> SORT = Attribute.text("sk");

    /** The condition that a row exists. */
    public static final String EXISTS = "attribute_exists(" + PARTITION + ")";

    static final String CLINIC = "clinic#";
    static final String ACCOUNT = "account";

    /** The prefix of the partition of an account. */
    public static final String ACCOUNT_PARTITION = "account#";

    /** The prefix of the sort keys of an account's API keys, revoked or not. */
    public static final String KEY = "key#";

    /** The prefix of those that are revoked. */
    public static final String REVOKED_KEY = KEY + "revoked#";

    /** The prefix of those that are not revoked, and of those that earlier versions of the service revoked. */
    static final String LIVE_KEY = KEY + ApiKeyId.PREFIX;

    /** In an account's row: its display name. */
    public static final Attribute<String> NAME = Attribute.text("name");

    /** In an account's row: who gets its e-mails. */
    public static final Attribute<String> OWNER_EMAIL = Attribute.text("owner_email");

    /** In an account's row; absent while it is active. */
    public static final String STATE = "state";

    /** In an account's row: its former clinics. */
    public static final String REMOVED_CLINICS = "removed_clinics";

    /** In an account's row: those of its former clinics that are being erased, or were. */
    public static final String ERASED_CLINICS = "erased_clinics";

    /** In every row of a closed account: when it is removed, in seconds since 1970. */
    public static final String EXPIRES_AT = Attribute.EXPIRES_AT.name();

    private static final String SECRET_PARTITION = "secret#";

    private AccountRowKeys() {}

    /** The key of an account's row. */
    public static Map<String, AttributeValue> account(AccountId account) {
        return key(accountPartition(account), ACCOUNT);
    }

    /** The key of the row that says that a clinic belongs to an account. */
    public static Map<String, AttributeValue> clinicOfAccount(AccountId account, ClinicId clinic) {
        return key(accountPartition(account), CLINIC + clinic.value());
    }

    /** The key of the row that says what a secret grants, by the hash of the secret. */
    public static Map<String, AttributeValue> secret(String fingerprint) {
        return key(SECRET_PARTITION + fingerprint, "key");
    }

    /** The key of a row that was read. */
    public static Map<String, AttributeValue> keyOf(Row row) {
        return key(row.get(PARTITION), row.get(SORT));
    }

    /** The fingerprint of the secret whose partition it is. */
    static String fingerprintOf(String partition) {
        return partition.substring(SECRET_PARTITION.length());
    }

    /** The key of the row that says that an API key lists a clinic. */
    public static Map<String, AttributeValue> clinicOfKey(ApiKeyId apiKey, ClinicId clinic) {
        return key(keyPartition(apiKey), CLINIC + clinic.value());
    }

    /** The key of an API key's row until it is revoked. */
    public static Map<String, AttributeValue> keyOfAccount(AccountId account, ApiKeyId apiKey) {
        return key(accountPartition(account), KEY + apiKey.value());
    }

    /**
     * The key of a revoked API key's row. An account can have any number of them, and their place is apart from the others, so that
     * those who count or list the others do not read them.
     */
    static Map<String, AttributeValue> revokedKeyOfAccount(AccountId account, ApiKeyId apiKey) {
        return key(accountPartition(account), REVOKED_KEY + apiKey.value());
    }

    /** The API key that a sort key beginning with {@link #KEY} names. */
    public static ApiKeyId keyIn(String sort) {
        return new ApiKeyId(sort.substring(sort.lastIndexOf('#') + 1));
    }

    /** The partition of the clinics that an API key lists. */
    public static String keyPartition(ApiKeyId apiKey) {
        return KEY + apiKey.value();
    }

    /** The partition of an account, its clinics and its API keys. */
    public static String accountPartition(AccountId account) {
        return ACCOUNT_PARTITION + account.value();
    }

    /** The account whose partition it is. */
    static AccountId accountOf(String partition) {
        return new AccountId(partition.substring(ACCOUNT_PARTITION.length()));
    }

    private static Map<String, AttributeValue> key(String partition, String sort) {
        return Map.of(PARTITION.name(), text(partition), SORT.name(), text(sort));
    }
}
