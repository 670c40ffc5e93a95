package com.scheduleevents.aws.webhooks;

import static com.scheduleevents.aws.tables.Attributes.EXPIRES_AT;
import static com.scheduleevents.aws.tables.Attributes.expiry;
import static com.scheduleevents.aws.tables.Attributes.millis;
import static com.scheduleevents.aws.tables.Attributes.number;
import static com.scheduleevents.aws.tables.Attributes.text;
import static com.scheduleevents.aws.tables.Attributes.texts;

import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Disabling.KeyRevoked;
import com.scheduleevents.domain.webhook.Disabling.Requested;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How a webhook is written as a row of the table Webhooks, and read from one or from an image in the table's stream. */
public final class WebhookRow {

    static final String ACCOUNT = "account_id";
    static final String ID = "id";
    static final String SCOPE = "scope";
    static final String STATUS = "status";
    static final String TERM = "generation";
    static final String DISABLED = "disabled";
    static final String MAILS_DUE = "mails_due";
    static final String SECRETS = "secrets";
    static final String KEY = "key_id";

    /** The clinics of a key with a list. */
    static final String VISIBLE = "visible";

    /** The clinics that a key with all clinics does not see, because the account no longer has them. */
    static final String EXCEPT = "except_clinics";

    static final String SUSPENDED = "suspended";
    static final String CREATED_AT = "created_at";

    /** In milliseconds, so that it can be compared with other times in a condition. */
    static final String URL_CHANGED_AT = "url_changed_at";

    static final String VERSION = "version";

    private static final String REASON = "reason";

    /** The scope of a webhook that is not for one clinic. */
    static final String ANY_CLINIC = "*";

    private WebhookRow() {}

    /**
     * Reads a webhook.
     *
     * @throws com.scheduleevents.domain.error.UnreadableRow when it is none
     */
    public static Webhook webhook(Map<String, AttributeValue> item) {
        return Row.read("Webhooks", item, WebhookRow::webhook);
    }

    /** Which webhook a row is of, whatever else it holds: the id is part of its key. */
    static WebhookId id(Map<String, AttributeValue> item) {
        return new WebhookId(new Row("Webhooks", item).text(ID));
    }

    private static Webhook webhook(Row row) {
        return new Webhook(
                new AccountId(row.text(ACCOUNT)),
                new WebhookId(row.text(ID)),
                new ApiKeyId(row.text(KEY)),
                new WebhookSettings(
                        row.text("url"),
                        row.texts("types"),
                        row.optionalText("clinic_id").map(ClinicId::new),
                        row.optionalText("description")),
                visible(row),
                row.rows(SECRETS).stream().map(WebhookRow::secret).toList(),
                WebhookStatus.named(row.text(STATUS)),
                row.number(TERM),
                row.time(CREATED_AT),
                row.has(URL_CHANGED_AT)
                        ? Optional.of(Instant.ofEpochMilli(row.number(URL_CHANGED_AT)))
                        : Optional.empty(),
                row.number(VERSION),
                row.optionalRow(DISABLED).map(WebhookRow::disabling),
                row.has(SUSPENDED),
                HealthRow.health(row));
    }

    /** Reads which e-mails are due for a webhook. */
    public static Set<DueMail> mailsDue(Map<String, AttributeValue> item) {
        return new Row("Webhooks", item)
                .textSet(MAILS_DUE).stream().map(DueMail::new).collect(Collectors.toUnmodifiableSet());
    }

    /** The partition that remembers which webhooks an account had; no identifier can hold the separator. */
    public static String deletedOf(AccountId account) {
        return account.value() + "#deleted";
    }

    /** What is remembered of a deleted webhook: that it was there. */
    static Map<String, AttributeValue> memory(AccountId account, WebhookId id, Instant until) {
        return Map.of(ACCOUNT, text(deletedOf(account)), ID, text(id.value()), EXPIRES_AT, expiry(until));
    }

    static Map<String, AttributeValue> key(AccountId account, WebhookId id) {
        return Map.of(ACCOUNT, text(account.value()), ID, text(id.value()));
    }

    static Map<String, AttributeValue> item(Webhook webhook) {
        Map<String, AttributeValue> item = new HashMap<>(key(webhook.account(), webhook.id()));
        item.put(KEY, text(webhook.key().value()));
        item.put(SCOPE, text(webhook.clinic().map(ClinicId::value).orElse(ANY_CLINIC)));
        item.put("url", text(webhook.url()));
        item.put("types", texts(webhook.types()));
        webhook.clinic().ifPresent(clinic -> item.put("clinic_id", text(clinic.value())));
        webhook.description().ifPresent(description -> item.put("description", text(description)));
        switch (webhook.visible()) {
            // A list, not a set: DynamoDB keeps no empty set, and a missing one means all clinics.
            case Clinics.Listed(Set<ClinicId> listed) -> item.put(VISIBLE, ids(listed));
            case Clinics.All(Set<ClinicId> except) -> {
                if (!except.isEmpty()) {
                    item.put(EXCEPT, ids(except));
                }
            }
        }
        item.put(
                SECRETS,
                AttributeValue.fromL(
                        webhook.secrets().stream().map(WebhookRow::map).toList()));
        item.put(STATUS, text(webhook.status().wireName()));
        item.put(TERM, number(webhook.generation()));
        item.put(CREATED_AT, text(webhook.createdAt().toString()));
        webhook.urlChangedAt().ifPresent(at -> item.put(URL_CHANGED_AT, millis(at)));
        item.put(VERSION, number(webhook.version()));
        webhook.disabling().ifPresent(why -> item.put(DISABLED, map(why)));
        if (webhook.suspended()) {
            item.put(SUSPENDED, AttributeValue.fromBool(true));
        }
        item.putAll(HealthRow.item(webhook.id(), webhook.health()));
        return item;
    }

    static AttributeValue map(Disabling why) {
        Map<String, AttributeValue> map =
                new HashMap<>(Map.of("at", text(why.at().toString()), REASON, text(why.reason())));
        if (why instanceof RetriesExhausted exhausted) {
            map.put("event_id", text(exhausted.event().value()));
            map.put("failing_since", text(exhausted.failingSince().toString()));
            map.put("attempts", number(exhausted.attempts()));
            map.put("last_outcome", text(exhausted.lastOutcome().wireName()));
            exhausted.lastStatus().ifPresent(status -> map.put("last_status", number(status)));
        }
        return AttributeValue.fromM(map);
    }

    private static AttributeValue map(SealedSecret secret) {
        Map<String, AttributeValue> map = new HashMap<>(Map.of(
                "version", number(secret.version()),
                "data_key", text(secret.dataKey()),
                "ciphertext", text(secret.ciphertext())));
        secret.expiresAt().ifPresent(at -> map.put("expires_at", text(at.toString())));
        return AttributeValue.fromM(map);
    }

    private static Clinics visible(Row row) {
        return row.has(VISIBLE) ? new Clinics.Listed(clinics(row, VISIBLE)) : new Clinics.All(clinics(row, EXCEPT));
    }

    private static Set<ClinicId> clinics(Row row, String name) {
        return row.has(name)
                ? row.texts(name).stream().map(ClinicId::new).collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    private static AttributeValue ids(Set<ClinicId> clinics) {
        return texts(clinics.stream().map(ClinicId::value).sorted().toList());
    }

    private static SealedSecret secret(Row row) {
        return new SealedSecret(
                Math.toIntExact(row.number("version")),
                row.text("data_key"),
                row.text("ciphertext"),
                row.has("expires_at") ? Optional.of(row.time("expires_at")) : Optional.empty());
    }

    private static Disabling disabling(Row row) {
        if (row.has("event_id")) {
            return exhausted(row);
        }
        Instant at = row.time("at");
        return Stream.of(new KeyRevoked(at), new Requested(at))
                .filter(why -> why.reason().equals(row.text(REASON)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a webhook was disabled for a reason unknown here"));
    }

    private static RetriesExhausted exhausted(Row row) {
        return new RetriesExhausted(
                row.time("at"),
                new EventId(row.text("event_id")),
                row.time("failing_since"),
                Math.toIntExact(row.number("attempts")),
                OutcomeClass.valueOf(row.text("last_outcome").toUpperCase(Locale.ROOT)),
                row.has("last_status")
                        ? OptionalInt.of(Math.toIntExact(row.number("last_status")))
                        : OptionalInt.empty());
    }
}
