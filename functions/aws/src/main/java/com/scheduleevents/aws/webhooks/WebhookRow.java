package com.scheduleevents.aws.webhooks;

import com.scheduleevents.aws.tables.Attribute;
import com.scheduleevents.aws.tables.ClinicsAttribute;
import com.scheduleevents.aws.tables.Item;
import com.scheduleevents.aws.tables.MailRecipientAttribute;
import com.scheduleevents.aws.tables.OriginAttribute;
import com.scheduleevents.aws.tables.Row;
import com.scheduleevents.aws.tables.Table;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.MailRecipient;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.destination.RoleArn;
import com.scheduleevents.domain.error.UnreadableRow;
import com.scheduleevents.domain.event.EventFilter;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Disabling.DeliveriesExpiring;
import com.scheduleevents.domain.webhook.Disabling.KeyRevoked;
import com.scheduleevents.domain.webhook.Disabling.Requested;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.ExternalId;
import com.scheduleevents.domain.webhook.PayloadStyle;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookLabels;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.domain.webhook.WebhookStatus;
import java.net.URL;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The rows of the Webhooks table, and their images in the table's stream. */
public final class WebhookRow {

    /** The partition key, which is an account's id or {@link #deletedOf}. */
    public static final Attribute<String> ACCOUNT = Attribute.text("account_id");

    public static final Attribute<WebhookId> ID = Attribute.text("id").as(WebhookId::new, WebhookId::value);
    public static final Attribute<ClinicId> CLINIC = Attribute.text("clinic_id").as(ClinicId::new, ClinicId::value);
    public static final Attribute<Long> VERSION = Attribute.number("version");

    /** The condition of every update: without it, DynamoDB would create the row of a webhook that is deleted. */
    static final String EXISTS = "attribute_exists(" + ID + ")";

    static final Attribute<ApiKeyId> KEY = Attribute.text("key_id").as(ApiKeyId::new, ApiKeyId::value);

    /** The sort key of the index {@code by_scope}: the clinic that the webhook is limited to, or {@link #ANY_CLINIC}. */
    static final Attribute<String> SCOPE = Attribute.text("scope");

    /** The clinics of a webhook that is limited to several. */
    static final Attribute<Set<ClinicId>> CLINICS = clinics("clinics");

    static final Attribute<EventFilter> FILTER = Attribute.text("filter").as(EventFilter::parse, EventFilter::json);
    /** The last e-mail about the end of the certificate that became due. */
    static final Attribute<DueMail> CERTIFICATE_TOLD =
            Attribute.text("certificate_told").as(DueMail::new, DueMail::name);

    /** Absent for an HTTPS endpoint. */
    static final Attribute<RoleArn> ROLE = Attribute.text("role_arn").as(RoleArn::parse, RoleArn::arn);

    static final Attribute<Boolean> CAPTURES_RESPONSES = Attribute.flag("captures_responses");

    /** Absent for the whole event. */
    static final Attribute<PayloadStyle> PAYLOAD =
            Attribute.text("payload").as(WebhookRow::payload, PayloadStyle::wireName);

    static final Attribute<MailRecipient> NOTIFY = MailRecipientAttribute.named("notify");
    static final Attribute<String> DESCRIPTION = Attribute.text("description");
    static final Attribute<Integer> MAX_PER_SECOND = Attribute.integer("max_per_second");
    static final Attribute<ExternalId> EXTERNAL_ID =
            Attribute.text("external_id").as(ExternalId::new, ExternalId::value);
    static final Attribute<Map<String, String>> METADATA = Attribute.textMap("metadata");
    public static final Attribute<WebhookStatus> STATUS =
            Attribute.text("status").as(WebhookStatus::named, WebhookStatus::wireName);
    public static final Attribute<Long> GENERATION = Attribute.number("generation");
    static final Attribute<Disabling> DISABLED =
            Attribute.map("disabled", WebhookRow::disabling, WebhookRow::readDisabling);
    static final Attribute<Set<String>> MAILS_DUE = Attribute.textSet("mails_due");

    /** Those of them that the daily sweep could not compose, each behind the time when it first could not. */
    static final Attribute<Map<DueMail, Instant>> MAILS_LEFT_OUT =
            Attribute.textSet("mails_left_out").as(WebhookRow::leftOut, WebhookRow::leftOut);

    /** Until when a mailer owns the e-mails that are due. */
    static final Attribute<Instant> MAILS_CLAIMED_UNTIL = Attribute.millis("mails_claimed_until");

    /** The clinics of a key with a list. It is a list and not a set, because an empty set cannot be stored and absent means all clinics. */
    static final Attribute<Set<ClinicId>> VISIBLE = clinics("visible");

    /** The former clinics of the account, for a key with all clinics. */
    static final Attribute<Set<ClinicId>> EXCEPT = clinics("except_clinics");

    static final Attribute<Boolean> SUSPENDED = Attribute.flag("suspended");
    static final Attribute<Origin> ORIGIN = OriginAttribute.named("origin");
    static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");
    static final Attribute<Instant> ORDERED_FROM = Attribute.millis("ordered_from");
    static final Attribute<Instant> URL_CHANGED_AT = Attribute.millis("url_changed_at");

    private static final String DELETED = "#deleted";

    /** The scope of a webhook that is not limited to one clinic. */
    static final String ANY_CLINIC = "*";

    static final Attribute<String> VERIFIED_URL = Attribute.text("verified_url");

    /** Present when the deliveries are pulled; there is no URL then. */
    private static final Attribute<String> DELIVERY = Attribute.text("delivery");

    private static final String PULL = "pull";
    static final Attribute<String> URL = Attribute.text("url");

    private static final Attribute<List<String>> TYPES = Attribute.texts("types");
    private static final Attribute<Instant> AT = Attribute.time("at");
    private static final Attribute<String> REASON = Attribute.text("reason");
    private static final Attribute<EventId> EVENT = Attribute.text("event_id").as(EventId::new, EventId::value);
    private static final Attribute<Instant> FAILING_SINCE = Attribute.time("failing_since");
    private static final Attribute<Instant> WAITING_SINCE = Attribute.time("waiting_since");
    private static final Attribute<Integer> ATTEMPTS = Attribute.integer("attempts");
    private static final Attribute<OutcomeClass> LAST_OUTCOME =
            Attribute.text("last_outcome").as(OutcomeClass::named, OutcomeClass::wireName);
    private static final Attribute<Integer> LAST_STATUS = Attribute.integer("last_status");

    private WebhookRow() {}

    /**
     * Reads a webhook.
     *
     * @throws com.scheduleevents.domain.error.UnreadableRow when the row is not a valid webhook
     */
    public static Webhook webhook(Map<String, AttributeValue> item) {
        return Row.read("Webhooks", item, WebhookRow::webhook);
    }

    /** The id of a webhook whose row may be unreadable otherwise; it is part of the key. */
    static WebhookId id(Map<String, AttributeValue> item) {
        return new Row("Webhooks", item).get(ID);
    }

    private static Webhook webhook(Row row) {
        return new Webhook(
                new AccountId(row.get(ACCOUNT)),
                row.get(ID),
                row.get(KEY),
                new WebhookSettings(
                        url(row),
                        row.get(TYPES),
                        row.find(CLINIC)
                                .map(Set::of)
                                .or(() -> row.find(CLINICS))
                                .orElse(Set.of()),
                        row.find(DESCRIPTION),
                        row.find(MAX_PER_SECOND).map(OptionalInt::of).orElseGet(OptionalInt::empty),
                        row.find(FILTER),
                        row.find(PAYLOAD).orElse(PayloadStyle.FULL),
                        row.find(SealedAttributes.HEADERS),
                        row.find(SealedAttributes.AUTH),
                        row.find(SealedAttributes.CERTIFICATE),
                        row.find(ROLE),
                        row.has(CAPTURES_RESPONSES.name()),
                        row.find(NOTIFY),
                        new WebhookLabels(
                                row.find(EXTERNAL_ID), row.find(METADATA).orElse(Map.of()))),
                row.find(VISIBLE)
                        .<Clinics>map(Clinics.Listed::new)
                        .orElseGet(() -> new Clinics.All(row.find(EXCEPT).orElse(Set.of()))),
                row.get(SealedAttributes.SECRETS),
                row.get(STATUS),
                row.get(GENERATION),
                row.get(CREATED_AT),
                row.find(URL_CHANGED_AT),
                row.find(VERIFIED_URL),
                row.get(VERSION),
                row.find(ORIGIN),
                row.find(DISABLED),
                row.has(SUSPENDED.name()),
                row.find(ORDERED_FROM),
                HealthRow.health(row));
    }

    /** The e-mails that are due for a webhook. */
    public static Set<DueMail> mailsDue(Map<String, AttributeValue> item) {
        return new Row("Webhooks", item)
                .find(MAILS_DUE).orElse(Set.of()).stream().map(DueMail::new).collect(Collectors.toUnmodifiableSet());
    }

    /** That the client certificate of an active webhook ends, which its owner is to know by now and was not told. */
    static Optional<CertificateEnd> certificateEnd(Row row, Instant now) {
        return row.find(SealedAttributes.CERTIFICATE)
                .filter(_ -> row.get(STATUS) == WebhookStatus.ACTIVE)
                .flatMap(certificate -> CertificateEnd.of(certificate.facts().endsAt(), now))
                .filter(end -> !row.find(CERTIFICATE_TOLD).equals(Optional.of(end.mail())));
    }

    /** When the e-mails were first left out that the daily sweep could not compose; of no use, and begun anew, when it cannot be read. */
    static Map<DueMail, Instant> mailsLeftOut(Map<String, AttributeValue> item) {
        try {
            return Row.read("Webhooks", item, row -> row.find(MAILS_LEFT_OUT)).orElse(Map.of());
        } catch (UnreadableRow e) {
            return Map.of();
        }
    }

    private static Map<DueMail, Instant> leftOut(Set<String> texts) {
        return texts.stream()
                .map(text -> text.split(" ", 2))
                .collect(Collectors.toUnmodifiableMap(part -> new DueMail(part[1]), part -> Instant.parse(part[0])));
    }

    private static Set<String> leftOut(Map<DueMail, Instant> since) {
        return since.entrySet().stream()
                .map(mail -> mail.getValue() + " " + mail.getKey().name())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** The e-mails that are due for a webhook now. */
    static Set<DueMail> mailsDue(Table webhooks, Webhook webhook) {
        return webhooks.find(key(webhook.account(), webhook.id()))
                .map(WebhookRow::mailsDue)
                .orElse(Set.of());
    }

    /** The partition of an account's deleted webhooks; no id contains the separator. */
    public static String deletedOf(AccountId account) {
        return account.value() + DELETED;
    }

    /** The account of a row that remains of a deleted webhook; empty for any other row. */
    static Optional<AccountId> accountOfDeleted(Row row) {
        String partition = row.get(ACCOUNT);
        return partition.endsWith(DELETED)
                ? Optional.of(new AccountId(partition.substring(0, partition.length() - DELETED.length())))
                : Optional.empty();
    }

    /** The row that remains of a deleted webhook, and says who deleted it. */
    static Map<String, AttributeValue> deleted(Webhook last, Instant until) {
        Map<String, AttributeValue> row = new HashMap<>(deleted(last.account(), last.id(), until));
        row.putAll(new Item()
                .with(ORIGIN, last.origin())
                .with(ClinicsAttribute.item(last.reach()))
                .toMap());
        return Map.copyOf(row);
    }

    /** The row that remains of a deleted webhook, so that its deliveries are counted. */
    static Map<String, AttributeValue> deleted(AccountId account, WebhookId id, Instant until) {
        return new Item()
                .with(ACCOUNT, deletedOf(account))
                .with(ID, id)
                .with(Attribute.EXPIRES_AT, until)
                .toMap();
    }

    static Map<String, AttributeValue> key(AccountId account, WebhookId id) {
        return new Item().with(ACCOUNT, account.value()).with(ID, id).toMap();
    }

    static Map<String, AttributeValue> item(Webhook webhook) {
        return whole(webhook).toMap();
    }

    static Item whole(Webhook webhook) {
        Item item = new Item()
                .with(ACCOUNT, webhook.account().value())
                .with(ID, webhook.id())
                .with(KEY, webhook.key())
                .with(SCOPE, webhook.clinic().map(ClinicId::value).orElse(ANY_CLINIC))
                .with(DELIVERY, Optional.of(PULL).filter(_ -> webhook.isPulled()))
                .with(URL, Optional.of(webhook.url()).filter(_ -> !webhook.isPulled()))
                .with(TYPES, webhook.types())
                .with(CLINIC, webhook.clinic())
                .with(CLINICS, Optional.of(webhook.settings().clinics()).filter(clinics -> clinics.size() > 1))
                .with(FILTER, webhook.settings().filter())
                .with(SealedAttributes.HEADERS, webhook.settings().headers())
                .with(SealedAttributes.AUTH, webhook.settings().auth())
                .with(SealedAttributes.CERTIFICATE, webhook.settings().certificate())
                .with(ROLE, webhook.settings().role())
                .with(
                        CAPTURES_RESPONSES,
                        Optional.of(webhook.settings().capturesResponses()).filter(captures -> captures))
                .with(PAYLOAD, Optional.of(webhook.settings().payload()).filter(style -> style != PayloadStyle.FULL))
                .with(NOTIFY, webhook.settings().notified())
                .with(DESCRIPTION, webhook.description())
                .with(
                        MAX_PER_SECOND,
                        webhook.settings().maxPerSecond().stream().boxed().findFirst())
                .with(EXTERNAL_ID, webhook.externalId())
                .with(
                        METADATA,
                        Optional.of(webhook.settings().labels().metadata()).filter(metadata -> !metadata.isEmpty()))
                .with(SealedAttributes.SECRETS, webhook.secrets())
                .with(STATUS, webhook.status())
                .with(GENERATION, webhook.generation())
                .with(CREATED_AT, webhook.createdAt())
                .with(URL_CHANGED_AT, webhook.urlChangedAt())
                .with(VERIFIED_URL, webhook.verifiedUrl())
                .with(VERSION, webhook.version())
                .with(ORIGIN, webhook.origin())
                .with(DISABLED, webhook.disabling())
                .with(SUSPENDED, Optional.of(webhook.suspended()).filter(suspended -> suspended))
                .with(ORDERED_FROM, webhook.orderedFrom())
                .with(HealthRow.item(webhook.id(), webhook.health()));
        return switch (webhook.visible()) {
            case Clinics.Listed(Set<ClinicId> listed) -> item.with(VISIBLE, listed);
            case Clinics.All(Set<ClinicId> except) ->
                item.with(EXCEPT, Optional.of(except).filter(clinics -> !clinics.isEmpty()));
        };
    }

    private static PayloadStyle payload(String name) {
        return PayloadStyle.named(name).orElseThrow(() -> new IllegalArgumentException("unknown style of payload"));
    }

    private static String url(Row row) {
        if (row.find(DELIVERY).filter(PULL::equals).isPresent()) {
            return WebhookSettings.PULLED;
        }
        String url = row.get(URL);
        if (url.equals(WebhookSettings.PULLED)) {
            throw new IllegalStateException("url is empty");
        }
        return url;
    }

    private static Attribute<Set<ClinicId>> clinics(String name) {
        return Attribute.texts(name)
                .as(
                        ids -> ids.stream().map(ClinicId::new).collect(Collectors.toUnmodifiableSet()),
                        clinics ->
                                clinics.stream().map(ClinicId::value).sorted().toList());
    }

    private static Item disabling(Disabling why) {
        Item item = new Item().with(AT, why.at()).with(REASON, why.reason());
        if (why instanceof RetriesExhausted exhausted) {
            item.with(EVENT, exhausted.event())
                    .with(FAILING_SINCE, exhausted.failingSince())
                    .with(ATTEMPTS, exhausted.attempts())
                    .with(LAST_OUTCOME, exhausted.lastOutcome());
            exhausted.lastStatus().ifPresent(status -> item.with(LAST_STATUS, status));
        } else if (why instanceof DeliveriesExpiring expiring) {
            item.with(EVENT, expiring.event()).with(WAITING_SINCE, expiring.waitingSince());
        }
        return item;
    }

    private static Disabling readDisabling(Row row) {
        Instant at = row.get(AT);
        if (row.has(WAITING_SINCE.name())) {
            return new DeliveriesExpiring(at, row.get(EVENT), row.get(WAITING_SINCE));
        }
        if (row.has(EVENT.name())) {
            return new RetriesExhausted(
                    at,
                    row.get(EVENT),
                    row.get(FAILING_SINCE),
                    row.get(ATTEMPTS),
                    row.get(LAST_OUTCOME),
                    row.find(LAST_STATUS).map(OptionalInt::of).orElse(OptionalInt.empty()));
        }
        return Stream.of(new KeyRevoked(at), new Requested(at))
                .filter(why -> why.reason().equals(row.get(REASON)))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a webhook was disabled for an unknown reason"));
    }
}
