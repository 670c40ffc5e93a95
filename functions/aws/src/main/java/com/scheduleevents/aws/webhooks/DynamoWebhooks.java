package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.DynamoValues.number;
import static com.scheduleevents.aws.tables.DynamoValues.text;

import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.ExternalId;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.LeftOutMails;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookCandidates;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookStatus;
import com.scheduleevents.domain.webhook.WebhookStore;
import com.scheduleevents.domain.webhook.WebhookStore.Exhaustion;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The webhooks, one row each. Every update requires that the row exists, so that none restores a deleted webhook. The SDK repeats a write
 * whose response was lost; the repeated write then finds its own result, which counts as success. A row that a transaction is writing (a
 * change with an idempotency key) accepts no other write.
 */
public final class DynamoWebhooks implements WebhookStore {

    private final DynamoDbClient dynamoDb;
    private final Table table;
    private final CandidateQueries candidates;
    private final WebhookDeletion deletion;
    private final ExternalIdRows externalIds;

    /** @param table the name of the Webhooks table */
    public DynamoWebhooks(DynamoDbClient dynamoDb, String table) {
        this.dynamoDb = dynamoDb;
        this.table = new Table(dynamoDb, table);
        this.candidates = new CandidateQueries(this.table);
        this.deletion = new WebhookDeletion(this.table);
        this.externalIds = new ExternalIdRows(this.table);
    }

    @Override
    public Optional<Webhook> find(AccountId account, WebhookId id) {
        return table.find(WebhookRow.key(account, id)).map(WebhookRow::webhook);
    }

    @Override
    public Optional<Webhook> find(AccountId account, ExternalId id) {
        return externalIds
                .holder(account, id)
                .flatMap(holder -> find(account, holder))
                .filter(webhook -> webhook.externalId().equals(Optional.of(id)));
    }

    /** Removes what is left of the external ids of an account whose webhooks are all deleted. */
    public void forgetExternalIds(AccountId account) {
        externalIds.forget(account);
    }

    @Override
    public List<Webhook> newestFirst(AccountId account, Optional<WebhookId> olderThan, int max) {
        QueryRequest.Builder query = of(account).scanIndexForward(false).limit(max);
        olderThan.ifPresent(id -> query.keyConditionExpression(
                        WebhookRow.ACCOUNT + " = :account AND " + WebhookRow.ID + " < :id")
                .expressionAttributeValues(Map.of(":account", text(account.value()), ":id", WebhookRow.ID.write(id))));
        return table.read(query).map(WebhookRow::webhook).limit(max).toList();
    }

    @Override
    public int count(AccountId account) {
        return table.count(of(account));
    }

    /** The ids of all webhooks of an account, even if their rows are unreadable; strongly consistent. */
    public List<WebhookId> ids(AccountId account) {
        return table.read(of(account).projectionExpression(WebhookRow.ID.name()))
                .map(WebhookRow::id)
                .toList();
    }

    @Override
    public WebhookCandidates candidates(AccountId account, Set<ClinicId> clinics) {
        return candidates.of(account, clinics);
    }

    @Override
    public WebhookCandidates candidates(AccountId account) {
        return candidates.of(account);
    }

    @Override
    public boolean delete(AccountId account, WebhookId id, Instant rememberedUntil) {
        return deletion.delete(account, id, WebhookRow.deleted(account, id, rememberedUntil));
    }

    @Override
    public boolean delete(Webhook last, Instant rememberedUntil) {
        return deletion.delete(last.account(), last.id(), WebhookRow.deleted(last, rememberedUntil));
    }

    @Override
    public boolean deleteUnchanged(Webhook last, Instant rememberedUntil) {
        return deletion.deleteUnchanged(last, WebhookRow.deleted(last, rememberedUntil));
    }

    @Override
    public boolean update(Webhook read, Webhook changed) {
        WebhookUpdate wanted = new WebhookUpdate(read, changed, () -> WebhookRow.mailsDue(table, read));
        if (!read.externalId().equals(changed.externalId())) {
            return externalIds.move(read, changed, wanted.transacted(table.name(), changed));
        }
        UpdateItemRequest.Builder update = update(changed.account(), changed.id())
                .conditionExpression(WebhookUpdate.CONDITION)
                .updateExpression(wanted.expression())
                .expressionAttributeNames(wanted.names())
                .expressionAttributeValues(wanted.values());
        try {
            dynamoDb.updateItem(update.build());
            return true;
        } catch (ConditionalCheckFailedException goneOrChanged) {
            return goneOrChanged.hasItem()
                    && WebhookRow.webhook(goneOrChanged.item())
                            .with(changed.health())
                            .equals(changed);
        } catch (TransactionConflictException beingChanged) {
            return false;
        }
    }

    @Override
    public Written write(Webhook read, HealthChange change) {
        UpdateItemRequest update = new HealthUpdate(read, change)
                .of(update(read.account(), read.id()))
                .returnValues(ReturnValue.ALL_NEW)
                .build();
        try {
            return new Written.Done(
                    WebhookRow.webhook(dynamoDb.updateItem(update).attributes()));
        } catch (ConditionalCheckFailedException goneOrChanged) {
            return goneOrChanged.hasItem()
                    ? instead(WebhookRow.webhook(goneOrChanged.item()), read, change)
                    : new Written.Refused();
        }
    }

    @Override
    public Exhaustion disable(AccountId account, WebhookId id, long generation, RetriesExhausted why) {
        UpdateItemRequest.Builder update = update(account, id)
                .conditionExpression(WebhookRow.EXISTS + " AND #status = :active AND #generation = :generation"
                        + " AND attribute_not_exists(#suspended)"
                        + " AND (attribute_not_exists(#changed) OR #changed < :first)")
                .updateExpression("SET #status = :disabled, #disabled = :why REMOVE " + HealthRow.CIRCUIT + ", "
                        + HealthRow.PROBE_AT + ", " + HealthRow.PROBE_SHARD + ", " + WebhookRow.ORIGIN
                        + " ADD #due :mail, #version :one")
                .expressionAttributeNames(Map.of(
                        "#status", WebhookRow.STATUS.name(),
                        "#generation", WebhookRow.GENERATION.name(),
                        "#changed", WebhookRow.URL_CHANGED_AT.name(),
                        "#suspended", WebhookRow.SUSPENDED.name(),
                        "#disabled", WebhookRow.DISABLED.name(),
                        "#version", WebhookRow.VERSION.name(),
                        "#due", WebhookRow.MAILS_DUE.name()))
                .expressionAttributeValues(Map.of(
                        ":active", WebhookRow.STATUS.write(WebhookStatus.ACTIVE),
                        ":disabled", WebhookRow.STATUS.write(WebhookStatus.DISABLED),
                        ":generation", WebhookRow.GENERATION.write(generation),
                        ":first", WebhookRow.URL_CHANGED_AT.write(why.failingSince()),
                        ":one", number(1),
                        ":why", WebhookRow.DISABLED.write(why),
                        ":mail",
                                WebhookRow.MAILS_DUE.write(
                                        Set.of(DueMail.disabled(generation).name()))));
        try {
            dynamoDb.updateItem(update.build());
            return Exhaustion.DISABLED;
        } catch (ConditionalCheckFailedException goneOrChanged) {
            return goneOrChanged.hasItem()
                    ? instead(WebhookRow.webhook(goneOrChanged.item()), generation, why)
                    : Exhaustion.NOT_CONCERNED;
        }
    }

    @Override
    public void verified(Webhook read) {
        UpdateItemRequest.Builder update = update(read.account(), read.id())
                .conditionExpression(WebhookRow.EXISTS + " AND #url = :url")
                .updateExpression("SET #verified = :url")
                .expressionAttributeNames(
                        Map.of("#url", WebhookRow.URL.name(), "#verified", WebhookRow.VERIFIED_URL.name()))
                .expressionAttributeValues(Map.of(":url", WebhookRow.URL.write(read.url())));
        try {
            dynamoDb.updateItem(update.build());
        } catch (ConditionalCheckFailedException | TransactionConflictException goneOrChanged) {
            return; // the receiver is asked again
        }
    }

    @Override
    public MailClaim claim(AccountId account, WebhookId id, DueMail mail, Instant now, Instant until) {
        UpdateItemRequest.Builder update = update(account, id)
                .conditionExpression("contains(#due, :mail) AND (attribute_not_exists(#claimed) OR #claimed <= :now)")
                .updateExpression("SET #claimed = :until")
                .expressionAttributeNames(
                        Map.of("#due", WebhookRow.MAILS_DUE.name(), "#claimed", WebhookRow.MAILS_CLAIMED_UNTIL.name()))
                .expressionAttributeValues(Map.of(
                        ":mail", text(mail.name()),
                        ":now", WebhookRow.MAILS_CLAIMED_UNTIL.write(now),
                        ":until", WebhookRow.MAILS_CLAIMED_UNTIL.write(until)));
        try {
            dynamoDb.updateItem(update.build());
            return MailClaim.CLAIMED;
        } catch (ConditionalCheckFailedException sentOrClaimed) {
            Map<String, AttributeValue> found = sentOrClaimed.item();
            if (!WebhookRow.mailsDue(found).contains(mail)) {
                return MailClaim.NOT_DUE;
            }
            // The SDK repeats a write whose response was lost.
            return WebhookRow.MAILS_CLAIMED_UNTIL.write(until).equals(found.get(WebhookRow.MAILS_CLAIMED_UNTIL.name()))
                    ? MailClaim.CLAIMED
                    : MailClaim.CLAIMED_ELSEWHERE;
        }
    }

    @Override
    public void release(AccountId account, WebhookId id, Instant until) {
        try {
            dynamoDb.updateItem(update(account, id)
                    .conditionExpression("#claimed = :until")
                    .updateExpression("REMOVE #claimed")
                    .expressionAttributeNames(Map.of("#claimed", WebhookRow.MAILS_CLAIMED_UNTIL.name()))
                    .expressionAttributeValues(Map.of(":until", WebhookRow.MAILS_CLAIMED_UNTIL.write(until)))
                    .build());
        } catch (ConditionalCheckFailedException goneOrEnded) {
            return;
        }
    }

    @Override
    public void markMailed(AccountId account, WebhookId id, DueMail mail, Instant until) {
        AttributeValue mails = WebhookRow.MAILS_DUE.write(Set.of(mail.name()));
        try {
            dynamoDb.updateItem(update(account, id)
                    .conditionExpression("#claimed = :until")
                    .updateExpression("DELETE #due :mail REMOVE #claimed")
                    .expressionAttributeNames(Map.of(
                            "#due", WebhookRow.MAILS_DUE.name(), "#claimed", WebhookRow.MAILS_CLAIMED_UNTIL.name()))
                    .expressionAttributeValues(
                            Map.of(":mail", mails, ":until", WebhookRow.MAILS_CLAIMED_UNTIL.write(until)))
                    .build());
        } catch (ConditionalCheckFailedException goneOrEnded) {
            if (WebhookRow.mailsDue(goneOrEnded.item()).contains(mail)) {
                markMailedAfterTheClaim(update(account, id), mails);
            }
        }
    }

    @Override
    public void tell(AccountId account, WebhookId id, CertificateEnd end) {
        try {
            dynamoDb.updateItem(update(account, id)
                    .conditionExpression(
                            "#certificate.#ends = :ends AND (attribute_not_exists(#told) OR #told <> :told)")
                    .updateExpression("SET #told = :told ADD #due :mail")
                    .expressionAttributeNames(Map.of(
                            "#certificate", SealedAttributes.CERTIFICATE.name(),
                            "#ends", SealedAttributes.CERTIFICATE_ENDS.name(),
                            "#told", WebhookRow.CERTIFICATE_TOLD.name(),
                            "#due", WebhookRow.MAILS_DUE.name()))
                    .expressionAttributeValues(Map.of(
                            ":ends", SealedAttributes.CERTIFICATE_ENDS.write(end.endsAt()),
                            ":told", WebhookRow.CERTIFICATE_TOLD.write(end.mail()),
                            ":mail",
                                    WebhookRow.MAILS_DUE.write(Set.of(end.mail().name()))))
                    .build());
        } catch (ConditionalCheckFailedException goneOrToldOrReplaced) {
            return;
        }
    }

    @Override
    public void leaveOut(AccountId account, WebhookId id, LeftOutMails leftOut) {
        Map<String, String> names = new HashMap<>(Map.of("#left", WebhookRow.MAILS_LEFT_OUT.name()));
        Map<String, AttributeValue> values = new HashMap<>();
        String expression = "REMOVE #left";
        if (!leftOut.since().isEmpty()) {
            expression = "SET #left = :left";
            values.put(":left", WebhookRow.MAILS_LEFT_OUT.write(leftOut.since()));
        }
        if (!leftOut.lapsed().isEmpty()) {
            expression += " DELETE #due :lapsed";
            names.put("#due", WebhookRow.MAILS_DUE.name());
            values.put(
                    ":lapsed",
                    WebhookRow.MAILS_DUE.write(
                            leftOut.lapsed().stream().map(DueMail::name).collect(Collectors.toUnmodifiableSet())));
        }
        UpdateItemRequest.Builder update = update(account, id)
                .conditionExpression(WebhookRow.EXISTS)
                .updateExpression(expression)
                .expressionAttributeNames(names);
        try {
            dynamoDb.updateItem((values.isEmpty() ? update : update.expressionAttributeValues(values)).build());
        } catch (ConditionalCheckFailedException gone) {
            return;
        }
    }

    /** The e-mail was sent all the same; whoever has claimed others since keeps the claim. */
    private void markMailedAfterTheClaim(UpdateItemRequest.Builder update, AttributeValue mails) {
        try {
            dynamoDb.updateItem(update.conditionExpression(WebhookRow.EXISTS)
                    .updateExpression("DELETE #due :mail")
                    .expressionAttributeNames(Map.of("#due", WebhookRow.MAILS_DUE.name()))
                    .expressionAttributeValues(Map.of(":mail", mails))
                    .build());
        } catch (ConditionalCheckFailedException gone) {
            return;
        }
    }

    private static Written instead(Webhook found, Webhook read, HealthChange change) {
        if (!found.isActive() || found.suspended() != read.suspended() || found.generation() != read.generation()) {
            return new Written.Refused();
        }
        // Counted twice, a failure does little harm; an equal change of another attempt must not be taken for this one.
        Health written = change.health().withRevision(read.health().revision() + 1);
        return !change.rule().counts() && found.health().equals(written)
                ? new Written.Done(found)
                : new Written.Outdated(found);
    }

    private static Exhaustion instead(Webhook found, long generation, RetriesExhausted why) {
        if (found.generation() != generation) {
            return Exhaustion.NOT_CONCERNED;
        }
        if (found.isActive()) {
            return Exhaustion.BEGINS_ANEW;
        }
        return found.disabling().equals(Optional.of(why)) ? Exhaustion.DISABLED : Exhaustion.NOT_CONCERNED;
    }

    private QueryRequest.Builder of(AccountId account) {
        return table.partition(WebhookRow.ACCOUNT, text(account.value()));
    }

    private UpdateItemRequest.Builder update(AccountId account, WebhookId id) {
        return UpdateItemRequest.builder()
                .tableName(table.name())
                .key(WebhookRow.key(account, id))
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }
}
