package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.certificate.CertificateFacts;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.CertificateEnd;
import com.scheduleevents.domain.webhook.Circuit;
import com.scheduleevents.domain.webhook.Disabling;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.Health.WaitNotice;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.LeftOutMails;
import com.scheduleevents.domain.webhook.SealedCertificate;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.aws.LocalTables;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Scans a table that tests share, so each test looks at its own account. */
final class DueMailScanTest {

    @RegisterExtension
    static final LocalTables TABLES = new LocalTables();

    private static final Instant T = Instant.parse("2026-11-21T10:00:00.123Z");
    private static final Instant FAR = T.plus(Duration.ofDays(300));
    private static final LastFailure FAILURE = new LastFailure(OutcomeClass.TIMEOUT, OptionalInt.empty());

    private final AccountId account = new AccountId("acc_" + Long.toHexString(new Random().nextLong()));
    private final DynamoWebhooks webhooks = new DynamoWebhooks(TABLES.dynamoDb(), TABLES.named("WebhooksTable"));

    @Test
    void findsAMailUntilItIsSent() {
        Webhook webhook = StoredWebhooks.put(TABLES, account, T, Health.UNKNOWN);
        assertThat(found()).isEmpty();
        WebhookSettings settings = webhook.settings();
        Webhook moved = webhook.with(
                new WebhookSettings(
                        "https://elsewhere.example.com/", settings.types(), settings.clinic(), settings.description()),
                T);
        webhooks.update(webhook, moved);

        assertThat(found()).extracting(Notice.OfWebhook::due).containsExactly(DueMail.urlChanged(moved.version()));
        assertThat(found())
                .extracting(notice -> ((Notice.UrlChanged) notice).oldHost())
                .as("the row does not have it any more")
                .containsExactly(Notice.UrlChanged.UNKNOWN_HOST);
        webhooks.markMailed(account, webhook.id(), DueMail.urlChanged(moved.version()), T);
        assertThat(found()).isEmpty();
    }

    @Test
    void findsACertificateThatEndsUntilItsOwnerWasTold() {
        Webhook plain = StoredWebhooks.put(TABLES, account, T, Health.UNKNOWN);
        Webhook far = certified(plain, FAR);
        assertThat(ends(T)).isEmpty();

        Instant first = FAR.minus(CertificateEnd.FIRST_NOTICE);
        CertificateEnd end = new CertificateEnd(FAR, DueMail.certificateEnding(first));
        assertThat(ends(first.minusMillis(1))).isEmpty();
        assertThat(ends(first)).containsExactly(end);
        webhooks.tell(account, far.id(), end);
        assertThat(ends(first)).isEmpty();
        assertThat(found())
                .containsExactly(new Notice.CertificateEnding(
                        found().getFirst().about(),
                        first,
                        far.settings().certificate().orElseThrow().facts()));

        Instant later = FAR.minus(Duration.ofDays(7));
        assertThat(ends(later)).containsExactly(new CertificateEnd(FAR, DueMail.certificateEnding(later)));
        Webhook renewed = certified(far, FAR.plus(Duration.ofDays(365)));
        assertThat(ends(later)).isEmpty();
        assertThat(found()).as("the certificate was replaced").isEmpty();
        Webhook ended = certified(renewed, later);
        assertThat(ends(later)).hasSize(1);
        webhooks.update(ended, ended.disabled(new Disabling.Requested(T)));
        assertThat(ends(later)).as("nothing is sent to a disabled webhook").isEmpty();
    }

    private Webhook certified(Webhook webhook, Instant end) {
        CertificateFacts facts = new CertificateFacts("CN=schedule-events", "CN=Clinic CA", "ab12", end);
        Webhook changed = webhook.with(webhook.settings().with(new SealedCertificate(facts, "k", "eee")), T);
        assertThat(webhooks.update(webhook, changed)).isTrue();
        return changed;
    }

    private List<CertificateEnd> ends(Instant now) {
        return new DueMailScan(TABLES.dynamoDb(), TABLES.named("WebhooksTable"))
                .read(now)
                .filter(row -> row.account().equals(account))
                .flatMap(row -> row.certificateEnd().stream())
                .toList();
    }

    @Test
    void findsAWarningOnlyWhileItsEpisodeLasts() {
        Webhook webhook = StoredWebhooks.put(TABLES, account, T, Health.UNKNOWN);
        Health failing = webhook.health().with(Health.Failures.NONE.plus(T, T, FAILURE, 10));
        webhooks.write(webhook, new HealthChange(Rule.FAILED, failing, Optional.of(DueMail.warning(T))));
        assertThat(found()).extracting(Notice.OfWebhook::due).containsExactly(DueMail.warning(T));

        Webhook read = webhooks.find(account, webhook.id()).orElseThrow();
        webhooks.write(read, new HealthChange(Rule.RECOVERED, read.health().with(Health.Failures.NONE)));
        assertThat(found()).isEmpty();
    }

    @Test
    void findsARefusedEventUntilThereIsAnEmailAboutAnother() {
        Webhook webhook = StoredWebhooks.put(TABLES, account, T, Health.UNKNOWN);
        webhooks.write(
                webhook,
                new HealthChange(Rule.FAILED, webhook.health().with(rejected(1, T)), Optional.of(DueMail.refused(T))));
        assertThat(found()).singleElement().isInstanceOfSatisfying(Notice.Refused.class, notice -> assertThat(
                        notice.refusal())
                .isEqualTo(rejected(1, T)));

        Instant later = T.plusSeconds(1);
        Webhook read = webhooks.find(account, webhook.id()).orElseThrow();
        webhooks.write(
                read,
                new HealthChange(
                        Rule.FAILED, read.health().with(rejected(2, later)), Optional.of(DueMail.refused(later))));
        assertThat(found()).extracting(Notice.OfWebhook::due).containsExactly(DueMail.refused(later));
    }

    private static RejectedEvent rejected(int event, Instant notifiedAt) {
        return new RejectedEvent(EventId.mint(T, new Random(event)), T, 3, FAILURE, notifiedAt);
    }

    @Test
    void findsWhatAnEarlierReleaseToldOfADrainWhileItGoesOn() {
        Webhook webhook = StoredWebhooks.put(TABLES, account, T, Health.UNKNOWN);
        Circuit.Draining drain = new Circuit.Draining(7, false);
        Health slow = webhook.health().withCircuit(drain, T);
        webhooks.write(webhook, new HealthChange(Rule.DRAINED, slow, Optional.of(DueMail.slow(T))));
        assertThat(found()).extracting(Notice.OfWebhook::due).containsExactly(DueMail.slow(T));

        Webhook read = webhooks.find(account, webhook.id()).orElseThrow();
        webhooks.write(read, new HealthChange(Rule.DRAIN_ENDED, read.health().withClosedCircuit(Optional.empty())));
        assertThat(found()).isEmpty();
    }

    @Test
    void findsWhatWasToldOfDeliveriesThatWaitUntilTheyHaveCaughtUp() {
        Webhook webhook = StoredWebhooks.put(TABLES, account, T, Health.UNKNOWN);
        Health told = webhook.health()
                .withCircuit(new Circuit.Open(Duration.ofSeconds(10)), T)
                .withWaitNotice(Optional.of(new WaitNotice(1, T.minusSeconds(3_600), T)));
        webhooks.write(webhook, new HealthChange(Rule.PROBE_FAILED, told, Optional.of(DueMail.slow(T))));
        assertThat(found())
                .singleElement()
                .isEqualTo(new Notice.Slow(
                        found().getFirst().about(),
                        T.minusSeconds(3_600),
                        0,
                        Optional.of(T),
                        Optional.of(Notice.WaitCause.OPEN_CIRCUIT)));

        Webhook read = webhooks.find(account, webhook.id()).orElseThrow();
        webhooks.write(
                read,
                new HealthChange(
                        Rule.SETTLED,
                        read.health().withClosedCircuit(Optional.empty()).withWaitNotice(Optional.empty())));
        assertThat(found()).isEmpty();
    }

    @Test
    void findsNoDisablingOfAWebhookThatWasEnabledSince() {
        Webhook webhook = StoredWebhooks.put(TABLES, account, T, Health.UNKNOWN);
        RetriesExhausted why = new RetriesExhausted(
                T, EventId.mint(T, new Random(1)), T, 11, OutcomeClass.TIMEOUT, OptionalInt.empty());
        webhooks.disable(account, webhook.id(), webhook.generation(), why);
        assertThat(found()).extracting(Notice.OfWebhook::due).containsExactly(DueMail.disabled(webhook.generation()));

        Webhook disabled = webhooks.find(account, webhook.id()).orElseThrow();
        Webhook enabled = disabled.enabled(T);
        webhooks.update(disabled, enabled);
        assertThat(found()).isEmpty();

        webhooks.disable(account, webhook.id(), enabled.generation(), why);
        assertThat(found()).extracting(Notice.OfWebhook::due).containsExactly(DueMail.disabled(enabled.generation()));
    }

    @Test
    void whatHasPassedIsLeftOutAndRememberedUntilItLapses() {
        Webhook webhook = StoredWebhooks.put(TABLES, account, T, Health.UNKNOWN);
        Health failing = webhook.health().with(Health.Failures.NONE.plus(T, T, FAILURE, 10));
        webhooks.write(webhook, new HealthChange(Rule.FAILED, failing, Optional.of(DueMail.warning(T))));
        Webhook read = webhooks.find(account, webhook.id()).orElseThrow();
        webhooks.write(
                read,
                new HealthChange(
                        Rule.RECOVERED, read.health().with(Health.Failures.NONE), Optional.of(DueMail.recovered(T))));
        StillDue due = due(webhook.id().value());
        assertThat(due.notices()).isEmpty();
        assertThat(due.leftOut()).containsOnlyKeys(DueMail.warning(T), DueMail.recovered(T));
        assertThat(due.leftOut().values()).noneMatch(StillDue::isFault);
        assertThat(due.leftOutSince()).isEmpty();

        Map<DueMail, Instant> since = Map.of(DueMail.warning(T), T, DueMail.recovered(T), T.plusSeconds(1));
        webhooks.leaveOut(account, webhook.id(), new LeftOutMails(since, Set.of()));
        assertThat(due(webhook.id().value()).leftOutSince()).isEqualTo(since);
        assertThat(webhooks.find(account, webhook.id())).isPresent();

        webhooks.leaveOut(
                account,
                webhook.id(),
                new LeftOutMails(Map.of(DueMail.recovered(T), T.plusSeconds(1)), Set.of(DueMail.warning(T))));
        assertThat(due(webhook.id().value()).leftOut()).containsOnlyKeys(DueMail.recovered(T));
        webhooks.leaveOut(account, webhook.id(), new LeftOutMails(Map.of(), Set.of(DueMail.recovered(T))));
        assertThat(rows().map(StillDue::webhook)).doesNotContain(webhook.id());
        assertThat(TABLES.dynamoDb()
                        .getItem(get ->
                                get.tableName(TABLES.named("WebhooksTable")).key(WebhookRow.key(account, webhook.id())))
                        .item())
                .doesNotContainKeys("mails_due", "mails_left_out");
    }

    /** Everything that another release, a bug or a hand may have left in a row. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "carrier_pigeon#1; an e-mail of an unknown kind is due",
                "disabled#one; the occasion of an e-mail that is due is not a number",
                "disabled#1; a row of Webhooks lacks key_id"
            })
    void whatCannotBeComposedIsLeftOutWithItsReason(String name, String reason) {
        String id = "whk_" + Long.toHexString(new Random().nextLong());
        Map<String, AttributeValue> row = new HashMap<>(Map.of(
                "account_id", AttributeValue.fromS(account.value()),
                "id", AttributeValue.fromS(id),
                "mails_due", AttributeValue.fromSs(List.of(name)),
                "mails_left_out", AttributeValue.fromSs(List.of("nonsense"))));
        if (!name.startsWith("disabled#1")) {
            Webhook sound = StoredWebhooks.put(TABLES, account, T, Health.UNKNOWN);
            Map<String, AttributeValue> whole = new HashMap<>(TABLES.dynamoDb()
                    .getItem(get ->
                            get.tableName(TABLES.named("WebhooksTable")).key(WebhookRow.key(account, sound.id())))
                    .item());
            whole.putAll(row);
            row = whole;
        }
        put(row);
        StillDue due = due(id);
        assertThat(due.notices()).isEmpty();
        assertThat(due.leftOut())
                .hasEntrySatisfying(new DueMail(name), why -> assertThat(why).contains(reason));
        assertThat(due.leftOut().values()).allMatch(StillDue::isFault);
        assertThat(due.leftOutSince()).as("begins anew").isEmpty();
    }

    @Test
    void whatIsNoListOfMailsKeepsNoOthersBack() {
        String id = "whk_" + Long.toHexString(new Random().nextLong());
        put(Map.of(
                "account_id", AttributeValue.fromS(account.value()),
                "id", AttributeValue.fromS(id),
                "mails_due", AttributeValue.fromS("disabled#1")));
        findsAMailUntilItIsSent();
        assertThat(rows().map(row -> row.webhook().value())).doesNotContain(id);
    }

    private static void put(Map<String, AttributeValue> row) {
        TABLES.dynamoDb()
                .putItem(put -> put.tableName(TABLES.named("WebhooksTable")).item(row));
    }

    private StillDue due(String webhook) {
        return rows().filter(row -> row.webhook().value().equals(webhook))
                .findFirst()
                .orElseThrow();
    }

    private static Stream<StillDue> rows() {
        return new DueMailScan(TABLES.dynamoDb(), TABLES.named("WebhooksTable")).read(T);
    }

    private List<Notice.OfWebhook> found() {
        return new DueMailScan(TABLES.dynamoDb(), TABLES.named("WebhooksTable"))
                .read(T)
                .flatMap(row -> row.notices().stream())
                .filter(notice -> notice.about().account().equals(account))
                .toList();
    }
}
