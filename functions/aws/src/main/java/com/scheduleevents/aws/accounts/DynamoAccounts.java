package com.scheduleevents.aws.accounts;

import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.MailRecipientAttribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.KeyUses;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.OptionalMail;
import com.scheduleevents.domain.account.Registrant;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The accounts. All reads are strongly consistent: a key or clinic that was removed is gone at once, and API Gateway never caches a denial
 * that was caused by a stale replica.
 */
public final class DynamoAccounts implements Accounts, KeyUses {

    /** In an account's row: the account's own limit. */
    public static final String REQUESTS_PER_SECOND = "requests_per_second";
    /** In an account's row: the account's own limit. */
    public static final String MAX_WEBHOOKS = "max_webhooks";

    /** In an account's row: the names of the e-mails that its owner does not want. */
    public static final String UNWANTED_MAILS = "unwanted_mails";

    /** In the row of a sandbox account; other accounts do not have it. */
    public static final Attribute<Boolean> SANDBOX = Attribute.flag("sandbox");

    /** In the row of an account that has had a webhook which gets the events of each appointment in their order; other accounts do not have it. */
    public static final Attribute<Boolean> ORDERED = Attribute.flag("ordered");

    /** In an account's row: who gets its e-mails besides its owner. */
    public static final Attribute<List<MailRecipient>> RECIPIENTS =
            Attribute.list(MailRecipientAttribute.named("mail_recipients"));

    private final DynamoDbClient dynamoDb;
    private final Table table;

    /** @param table the name of the Accounts table */
    public DynamoAccounts(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
    }

    @Override
    public Optional<Grant> grantOf(String fingerprint) {
        return find(AccountRowKeys.secret(fingerprint)).map(GrantRow::grant);
    }

    @Override
    public Optional<Grant> grantOf(AccountId account, ApiKeyId key) {
        return find(AccountRowKeys.keyOfAccount(account, key)).flatMap(row -> grantOf(row.text(KeyWrites.FINGERPRINT)));
    }

    @Override
    public void used(String fingerprint, LocalDate day) {
        try {
            dynamoDb.updateItem(update -> update.tableName(table.name())
                    .key(AccountRowKeys.secret(fingerprint))
                    .conditionExpression(AccountRowKeys.EXISTS + " AND (attribute_not_exists(#last) OR #last < :day)")
                    .updateExpression("SET #last = :day")
                    .expressionAttributeNames(Map.of("#last", GrantRow.LAST_USED_ON))
                    .expressionAttributeValues(Map.of(":day", text(day.toString()))));
        } catch (ConditionalCheckFailedException knownOrRevoked) {
            // The use is stored already, or the key was revoked.
        }
    }

    /** The account is read before the key; the registration detects changes in between. */
    @Override
    public Optional<Registrant> registrant(AccountId account, ApiKeyId key) {
        return find(AccountRowKeys.account(account)).flatMap(row -> grantOf(account, key)
                .map(grant -> new Registrant(grant, clinicsOf(grant.caller(), row), state(row), terms(row))));
    }

    @Override
    public Optional<AccountState> state(AccountId account) {
        return find(AccountRowKeys.account(account)).map(DynamoAccounts::state);
    }

    /** The clinics of a closed account are kept until they expire, but cannot be used. */
    @Override
    public boolean hasClinic(AccountId account, ClinicId clinic) {
        return find(AccountRowKeys.clinicOfAccount(account, clinic))
                .filter(row -> !row.has(AccountRowKeys.EXPIRES_AT))
                .isPresent();
    }

    @Override
    public boolean keyHasClinic(ApiKeyId key, ClinicId clinic) {
        return find(AccountRowKeys.clinicOfKey(key, clinic)).isPresent();
    }

    @Override
    public Set<ClinicId> clinicsAmong(AccountId account, Set<ClinicId> asked) {
        return among(asked, clinic -> AccountRowKeys.clinicOfAccount(account, clinic));
    }

    @Override
    public Set<ClinicId> keyClinicsAmong(ApiKeyId key, Set<ClinicId> asked) {
        return among(asked, clinic -> AccountRowKeys.clinicOfKey(key, clinic));
    }

    private Set<ClinicId> among(Set<ClinicId> asked, Function<ClinicId, Map<String, AttributeValue>> key) {
        List<Map<String, AttributeValue>> keys = asked.stream().map(key).toList();
        return table.findAll(keys, true)
                .filter(row -> !row.containsKey(AccountRowKeys.EXPIRES_AT))
                .map(DynamoAccounts::clinic)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Set<ClinicId> clinicsOf(ApiKeyId key) {
        return clinicsIn(AccountRowKeys.keyPartition(key));
    }

    @Override
    public Set<ClinicId> clinicsOf(AccountId account) {
        return clinicsIn(AccountRowKeys.accountPartition(account));
    }

    @Override
    public Set<ClinicId> erased(AccountId account) {
        return find(AccountRowKeys.account(account))
                .map(row -> clinicsIn(row, AccountRowKeys.ERASED_CLINICS))
                .orElse(Set.of());
    }

    private Set<ClinicId> clinicsIn(String partition) {
        return table.read(QueryRequest.builder()
                        .tableName(table.name())
                        .keyConditionExpression(AccountRowKeys.PARTITION + " = :partition AND begins_with("
                                + AccountRowKeys.SORT + ", :clinic)")
                        .expressionAttributeValues(Map.of(
                                ":partition", text(partition),
                                ":clinic", text(AccountRowKeys.CLINIC)))
                        .consistentRead(true))
                .map(DynamoAccounts::clinic)
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public Optional<String> name(AccountId account) {
        return find(AccountRowKeys.account(account)).map(row -> row.get(AccountRowKeys.NAME));
    }

    @Override
    public Optional<String> ownerEmail(AccountId account) {
        return find(AccountRowKeys.account(account)).map(row -> row.get(AccountRowKeys.OWNER_EMAIL));
    }

    /** Names that only a newer version of the service knows are ignored. */
    @Override
    public Set<OptionalMail> unwantedMails(AccountId account) {
        return find(AccountRowKeys.account(account)).stream()
                .flatMap(row -> row.textSet(UNWANTED_MAILS).stream())
                .flatMap(name -> OptionalMail.named(name).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    @Override
    public List<MailRecipient> furtherRecipients(AccountId account) {
        return find(AccountRowKeys.account(account)).flatMap(row -> row.find(RECIPIENTS)).stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparing(MailRecipient::address))
                .toList();
    }

    @Override
    public boolean isSandbox(AccountId account) {
        return find(AccountRowKeys.account(account))
                .flatMap(row -> row.find(SANDBOX))
                .isPresent();
    }

    /**
     * Whether the account has had a webhook that gets the events of each appointment in their order; false when the account does not exist. The
     * ids of its events are announced from then on.
     */
    public boolean isOrdered(AccountId account) {
        return find(AccountRowKeys.account(account))
                .flatMap(row -> row.find(ORDERED))
                .isPresent();
    }

    @Override
    public Optional<AccountTerms> terms(AccountId account) {
        return find(AccountRowKeys.account(account)).map(DynamoAccounts::terms);
    }

    private static AccountTerms terms(Row account) {
        return new AccountTerms(
                account.optionalNumber(REQUESTS_PER_SECOND).map(Math::toIntExact),
                account.optionalNumber(MAX_WEBHOOKS).map(Math::toIntExact),
                counted(account));
    }

    private Optional<Row> find(Map<String, AttributeValue> key) {
        return table.find(key).map(item -> new Row("Accounts", item));
    }

    private Clinics clinicsOf(Caller caller, Row account) {
        return caller.seesAllClinics()
                ? new Clinics.All(clinicsIn(account, AccountRowKeys.REMOVED_CLINICS))
                : new Clinics.Listed(clinicsOf(caller.key()));
    }

    private static Set<ClinicId> clinicsIn(Row account, String attribute) {
        return account.textSet(attribute).stream().map(ClinicId::new).collect(Collectors.toUnmodifiableSet());
    }

    private static AccountState state(Row account) {
        return account.optionalText(AccountRowKeys.STATE)
                .map(AccountState::named)
                .orElse(AccountState.ACTIVE);
    }

    private static long counted(Row account) {
        return account.optionalNumber(AccountCount.COUNTED).orElse(0L);
    }

    private static ClinicId clinic(Map<String, AttributeValue> item) {
        return new ClinicId(
                new Row("Accounts", item).get(AccountRowKeys.SORT).substring(AccountRowKeys.CLINIC.length()));
    }
}
