package com.scheduleevents.aws.accounts;

import static com.scheduleevents.aws.tables.Attributes.text;

import com.scheduleevents.aws.tables.Attributes;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The keys of the rows in the table Accounts; no identifier can hold the separator. */
final class AccountRowKeys {

    static final String CLINIC = "clinic#";
    static final String ACCOUNT = "account";

    static final String KEY = "key#";

    /** Of an account's row; missing while it is active. */
    static final String STATE = "state";

    /** Of an account's row: the clinics that it had. */
    static final String REMOVED_CLINICS = "removed_clinics";

    /** Of every row of a closed account. */
    static final String EXPIRES_AT = Attributes.EXPIRES_AT;

    private static final String ACCOUNT_PARTITION = "account#";
    private static final String SECRET_PARTITION = "secret#";

    private AccountRowKeys() {}

    static Map<String, AttributeValue> account(AccountId account) {
        return key(accountPartition(account), ACCOUNT);
    }

    static Map<String, AttributeValue> clinicOfAccount(AccountId account, ClinicId clinic) {
        return key(accountPartition(account), CLINIC + clinic.value());
    }

    static Map<String, AttributeValue> secret(String fingerprint) {
        return key(SECRET_PARTITION + fingerprint, "key");
    }

    /** The fingerprint of the secret whose partition it is. */
    static String fingerprintOf(String partition) {
        return partition.substring(SECRET_PARTITION.length());
    }

    static Map<String, AttributeValue> clinicOfKey(ApiKeyId apiKey, ClinicId clinic) {
        return key(keyPartition(apiKey), CLINIC + clinic.value());
    }

    /** What is remembered of a key beside its secret's row, which alone lets anybody in. */
    static Map<String, AttributeValue> keyOfAccount(AccountId account, ApiKeyId apiKey) {
        return key(accountPartition(account), KEY + apiKey.value());
    }

    static String keyPartition(ApiKeyId apiKey) {
        return KEY + apiKey.value();
    }

    static String accountPartition(AccountId account) {
        return ACCOUNT_PARTITION + account.value();
    }

    /** The account whose partition it is. */
    static AccountId accountOf(String partition) {
        return new AccountId(partition.substring(ACCOUNT_PARTITION.length()));
    }

    private static Map<String, AttributeValue> key(String partition, String sort) {
        return Map.of("pk", text(partition), "sk", text(sort));
    }
}
