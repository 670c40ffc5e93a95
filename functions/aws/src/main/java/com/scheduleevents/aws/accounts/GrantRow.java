package com.scheduleevents.aws.accounts;

import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The row of the Accounts table that says what an API key's secret grants. */
public final class GrantRow {

    /** The names of the key's scopes. */
    public static final String SCOPES = "scopes";
    /** Whether the key sees all clinics of the account. */
    public static final String ALL_CLINICS = "all_clinics";

    /** When the key expires, as text. It is not the table's time to live, because the row of an expired key stays. */
    public static final String VALID_UNTIL = "valid_until";

    static final String LAST_USED_ON = "last_used_on";
    /** Whether the key's account is suspended; absent: it is not. */
    public static final String ACCOUNT_SUSPENDED = "account_suspended";
    /** The limit that the account has instead of the default. */
    public static final String REQUESTS_PER_SECOND = "requests_per_second";

    /** The limit that the key has within that of its account. */
    public static final String KEY_REQUESTS_PER_SECOND = "key_requests_per_second";

    private static final String ACCOUNT_ID = "account_id";
    private static final String KEY_ID = "key_id";

    private GrantRow() {}

    static Map<String, AttributeValue> attributes(NewApiKey key, AccountTerms terms) {
        Map<String, AttributeValue> attributes = new HashMap<>(Map.of(
                ACCOUNT_ID, text(key.account().value()),
                KEY_ID, text(key.id().value()),
                SCOPES, scopes(key.scopes()),
                ALL_CLINICS, AttributeValue.fromBool(key.clinics() instanceof Clinics.All)));
        key.expiresAt().ifPresent(end -> attributes.put(VALID_UNTIL, text(end.toString())));
        terms.requestsPerSecond()
                .ifPresent(limit -> attributes.put(REQUESTS_PER_SECOND, AttributeValue.fromN(limit.toString())));
        key.requestsPerSecond()
                .ifPresent(limit -> attributes.put(KEY_REQUESTS_PER_SECOND, AttributeValue.fromN(limit.toString())));
        return attributes;
    }

    /** Scopes as an attribute, in the order of their names: the order of a set of enums is another one in every process. */
    public static AttributeValue scopes(Set<Scope> scopes) {
        return AttributeValue.fromSs(
                scopes.stream().map(Scope::wireName).sorted().toList());
    }

    static Grant grant(Row row) {
        Caller caller = new Caller(
                new AccountId(row.text(ACCOUNT_ID)),
                new ApiKeyId(row.text(KEY_ID)),
                knownScopes(row),
                row.get(Attribute.flag(ALL_CLINICS)),
                row.optionalText(VALID_UNTIL).map(Instant::parse));
        return new Grant(
                caller,
                row.find(Attribute.flag(ACCOUNT_SUSPENDED)).orElse(false),
                row.optionalText(LAST_USED_ON).map(LocalDate::parse),
                row.optionalNumber(REQUESTS_PER_SECOND).map(Math::toIntExact),
                row.optionalNumber(KEY_REQUESTS_PER_SECOND).map(Math::toIntExact));
    }

    /** Scopes that only a newer version of the service knows are ignored. */
    private static Set<Scope> knownScopes(Row row) {
        return row.textSet(SCOPES).stream()
                .flatMap(name -> Scope.named(name).stream())
                .collect(Collectors.toUnmodifiableSet());
    }
}
