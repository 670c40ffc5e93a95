package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.DynamoValues.millis;
import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.audit.AuditRow;
import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.aws.tables.Transaction;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.WebhookAudit;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressState;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** One row of the MailAddresses table for each address of an account, under a hash of it. */
public final class DynamoMailAddresses implements MailAddresses {

    private static final Attribute<AccountId> ACCOUNT =
            Attribute.text("account_id").as(AccountId::new, AccountId::value);
    private static final Attribute<AddressId> ADDRESS =
            Attribute.text("address_id").as(AddressId::new, AddressId::value);
    private static final Attribute<AddressStatus> STATUS =
            Attribute.text("address_status").as(AddressStatus::named, AddressStatus::wireName);
    private static final Attribute<WebhookId> WEBHOOK =
            Attribute.text("webhook_id").as(WebhookId::new, WebhookId::value);
    private static final Attribute<Instant> ASKED_AT = Attribute.millis("asked_at");
    private static final Attribute<Instant> CLAIMED_UNTIL = Attribute.millis("claimed_until");

    /** When it was confirmed or ended. */
    private static final Attribute<Instant> CHANGED_AT = Attribute.millis("changed_at");

    /** The fingerprint of the token that confirms it. */
    private static final Attribute<String> TOKEN = Attribute.text("token_hash");

    /** The token that unsubscribes it: readable, because every e-mail to the address contains it. */
    private static final Attribute<AddressToken> UNSUBSCRIBE_TOKEN =
            Attribute.text("unsubscribe_token").as(DynamoMailAddresses::token, AddressToken::reveal);

    private static final Attribute<Instant> TOKEN_UNTIL = Attribute.millis("token_until");

    private static final String MAY_BE_ASKED = "attribute_not_exists(" + STATUS + ") OR ((" + STATUS + " = :pending OR "
            + STATUS + " = :bounced) AND (" + CLAIMED_UNTIL + " < :now OR (attribute_not_exists(" + CLAIMED_UNTIL
            + ") AND " + ASKED_AT + " <= :before)))";

    /** How long an address is remembered that nobody has confirmed, so that nobody is asked often who does not respond. */
    private static final Duration UNCONFIRMED_KEPT = Duration.ofDays(90);

    /** A try fails only when something else was written at the same time. */
    private static final int MAX_TRIES = 5;

    private final DynamoDbClient dynamoDb;
    private final Table table;
    private final String auditLog;

    /**
     * @param table the name of the MailAddresses table
     * @param auditLog the name of the AuditLog table; not used by who only reads and claims
     */
    public DynamoMailAddresses(DynamoDbClient dynamoDb, String table, String auditLog) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
        this.auditLog = auditLog;
    }

    @Override
    public Optional<AddressState> find(AccountId account, AddressId address) {
        return row(account, address).map(DynamoMailAddresses::state);
    }

    @Override
    public Map<AddressId, AddressState> findAll(AccountId account, Set<AddressId> addresses) {
        return table.findAll(
                        addresses.stream().map(address -> key(account, address)).toList(), true)
                .map(DynamoMailAddresses::row)
                .collect(Collectors.toUnmodifiableMap(row -> row.get(ADDRESS), DynamoMailAddresses::state));
    }

    /** A try whose response was lost is recognized by its token. */
    @Override
    public Claim claim(
            AddressToken token, WebhookId webhook, Instant now, Instant until, Instant validUntil, Duration day) {
        Map<String, AttributeValue> values = new HashMap<>(new Item()
                .with(named(STATUS, ":pending"), AddressStatus.PENDING)
                .with(named(STATUS, ":bounced"), AddressStatus.BOUNCED)
                .with(named(WEBHOOK, ":webhook"), webhook)
                .with(named(TOKEN, ":token"), token.fingerprint())
                .with(named(Attribute.EXPIRES_AT, ":expires"), validUntil.plus(UNCONFIRMED_KEPT))
                .toMap());
        values.putAll(Map.of(
                ":now", millis(now),
                ":before", millis(now.minus(day)),
                ":claim", millis(until),
                ":valid", millis(validUntil)));
        try {
            dynamoDb.updateItem(update -> update.tableName(table.name())
                    .key(key(token.account(), token.address()))
                    .conditionExpression(MAY_BE_ASKED)
                    .updateExpression("SET " + STATUS + " = :pending, " + WEBHOOK + " = :webhook, " + ASKED_AT
                            + " = :now, "
                            + CLAIMED_UNTIL + " = :claim, " + TOKEN + " = :token, " + TOKEN_UNTIL + " = :valid, "
                            + Attribute.EXPIRES_AT + " = :expires REMOVE " + CHANGED_AT)
                    .expressionAttributeValues(values));
            return Claim.CLAIMED;
        } catch (ConditionalCheckFailedException refused) {
            return row(token.account(), token.address())
                    .map(row -> refusal(row, token, now))
                    .orElse(Claim.NOT_DUE);
        }
    }

    private static Claim refusal(Row row, AddressToken token, Instant now) {
        if (row.find(TOKEN).filter(token::matches).isPresent()) {
            return Claim.CLAIMED;
        }
        return row.find(CLAIMED_UNTIL).filter(until -> !until.isBefore(now)).isPresent()
                ? Claim.CLAIMED_ELSEWHERE
                : Claim.NOT_DUE;
    }

    @Override
    public void sent(AddressToken token) {
        change(token, "REMOVE " + CLAIMED_UNTIL, Map.of());
    }

    @Override
    public void release(AddressToken token) {
        change(token, "SET " + CLAIMED_UNTIL + " = :never", Map.of(":never", millis(Instant.EPOCH)));
    }

    /** Without effect when another token has replaced this one, or it was used. */
    private void change(AddressToken token, String expression, Map<String, AttributeValue> values) {
        Map<String, AttributeValue> all = new HashMap<>(values);
        all.put(":token", text(token.fingerprint()));
        try {
            dynamoDb.updateItem(update -> update.tableName(table.name())
                    .key(key(token.account(), token.address()))
                    .conditionExpression(TOKEN + " = :token")
                    .updateExpression(expression)
                    .expressionAttributeValues(all));
        } catch (ConditionalCheckFailedException overtaken) {
            // Nothing is left to be done: the claim is somebody else's, or the link has been used already.
            return;
        }
    }

    @Override
    public boolean confirm(AddressToken token, Instant now) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<Row> row = row(token.account(), token.address())
                    .filter(read -> read.find(TOKEN).filter(token::matches).isPresent())
                    .filter(read -> read.get(TOKEN_UNTIL).isAfter(now));
            if (row.isEmpty()) {
                return false;
            }
            AuditEntry entry = WebhookAudit.confirmed(token.account(), row.get().get(WEBHOOK), token.address(), now);
            TransactWriteItem update = TransactWriteItem.builder()
                    .update(part -> part.tableName(table.name())
                            .key(key(token.account(), token.address()))
                            .conditionExpression(TOKEN + " = :token")
                            .updateExpression("SET " + STATUS + " = :confirmed, " + CHANGED_AT + " = :now REMOVE "
                                    + TOKEN + ", " + TOKEN_UNTIL + ", " + CLAIMED_UNTIL + ", " + Attribute.EXPIRES_AT)
                            .expressionAttributeValues(Map.of(
                                    ":token", text(token.fingerprint()),
                                    ":confirmed", STATUS.write(AddressStatus.CONFIRMED),
                                    ":now", millis(now))))
                    .build();
            if (Transaction.write(dynamoDb, update, AuditRow.put(auditLog, entry))) {
                return true;
            }
        }
        throw new IllegalStateException("the row of an address was changed at every try");
    }

    @Override
    public Optional<AddressToken> unsubscribing(AddressToken fresh) {
        try {
            Map<String, AttributeValue> kept = dynamoDb.updateItem(update -> update.tableName(table.name())
                            .key(key(fresh.account(), fresh.address()))
                            .conditionExpression("attribute_exists(" + ACCOUNT + ")")
                            .updateExpression(
                                    "SET " + UNSUBSCRIBE_TOKEN + " = if_not_exists(" + UNSUBSCRIBE_TOKEN + ", :fresh)")
                            .expressionAttributeValues(Map.of(":fresh", UNSUBSCRIBE_TOKEN.write(fresh)))
                            .returnValues(ReturnValue.ALL_NEW))
                    .attributes();
            return Optional.of(row(kept).get(UNSUBSCRIBE_TOKEN));
        } catch (ConditionalCheckFailedException unknown) {
            return Optional.empty();
        }
    }

    @Override
    public boolean unsubscribe(AddressToken token, Instant now) {
        boolean known = row(token.account(), token.address())
                .flatMap(row -> row.find(UNSUBSCRIBE_TOKEN))
                .filter(kept -> token.matches(kept.fingerprint()))
                .isPresent();
        if (known) {
            end(token.account(), token.address(), AddressStatus.UNSUBSCRIBED, now);
        }
        return known;
    }

    private static AddressToken token(String text) {
        return AddressToken.parse(text)
                .orElseThrow(() -> new IllegalStateException("the token of an address has another form"));
    }

    @Override
    public boolean end(AccountId account, AddressId address, AddressStatus why, Instant now) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<Row> row =
                    row(account, address).filter(read -> read.get(STATUS).compareTo(why) < 0);
            if (row.isEmpty()) {
                return false;
            }
            AuditEntry entry = WebhookAudit.ended(account, row.get().get(WEBHOOK), address, why, now);
            TransactWriteItem update = TransactWriteItem.builder()
                    .update(part -> part.tableName(table.name())
                            .key(key(account, address))
                            .conditionExpression(STATUS + " = :read")
                            .updateExpression("SET " + STATUS + " = :why, " + CHANGED_AT + " = :now REMOVE " + TOKEN
                                    + ", " + TOKEN_UNTIL + ", " + CLAIMED_UNTIL + ", " + Attribute.EXPIRES_AT)
                            .expressionAttributeValues(Map.of(
                                    ":read", STATUS.write(row.get().get(STATUS)),
                                    ":why", STATUS.write(why),
                                    ":now", millis(now))))
                    .build();
            if (Transaction.write(dynamoDb, update, AuditRow.put(auditLog, entry))) {
                return true;
            }
        }
        throw new IllegalStateException("the row of an address was changed at every try");
    }

    /** Forgets an address, for the operator; false when it is not known. */
    public boolean forget(AccountId account, AddressId address) {
        return !dynamoDb.deleteItem(delete -> delete.tableName(table.name())
                        .key(key(account, address))
                        .returnValues(ReturnValue.ALL_OLD))
                .attributes()
                .isEmpty();
    }

    /** Forgets all addresses of an account that is closed. */
    public void forgetAll(AccountId account) {
        table.read(table.partition(ACCOUNT, ACCOUNT.write(account)))
                .map(DynamoMailAddresses::row)
                .forEach(row -> forget(account, row.get(ADDRESS)));
    }

    private Optional<Row> row(AccountId account, AddressId address) {
        return table.find(key(account, address)).map(DynamoMailAddresses::row);
    }

    private static Row row(Map<String, AttributeValue> item) {
        return new Row("MailAddresses", item);
    }

    private static AddressState state(Row row) {
        return new AddressState(row.get(STATUS), row.get(ASKED_AT), row.find(CLAIMED_UNTIL));
    }

    private static Map<String, AttributeValue> key(AccountId account, AddressId address) {
        return new Item().with(ACCOUNT, account).with(ADDRESS, address).toMap();
    }

    private static <T> Attribute<T> named(Attribute<T> attribute, String placeholder) {
        return new Attribute<>(placeholder, attribute.writer(), attribute.reader());
    }
}
