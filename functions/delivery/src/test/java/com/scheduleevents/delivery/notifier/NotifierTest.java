package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.audit.AuditAction;
import com.scheduleevents.domain.audit.AuditEntry;
import com.scheduleevents.domain.audit.AuditEntry.Detail;
import com.scheduleevents.domain.delivery.DeliveryMessage;
import com.scheduleevents.domain.delivery.DeliveryQueue;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import com.scheduleevents.testkit.memory.InMemoryAuditLog;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import com.scheduleevents.testkit.memory.InMemoryWebhooks;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NotifierTest {

    private static final String WELL = """
            "account_id":{"S":"acc_1"},"key_id":{"S":"key_1"},"id":{"S":"whk_1"},"url":{"S":"https://user:pw@Bücher.example:8443/a?token=hidden"},\
            "types":{"L":[{"S":"*"}]},"scope":{"S":"*"},"status":{"S":"active"},"generation":{"N":"3"},"version":{"N":"6"},\
            "secrets":{"L":[{"M":{"version":{"N":"1"},"data_key":{"S":"k"},"ciphertext":{"S":"hidden"}}}]},\
            "description":{"S":"Front desk"},"created_at":{"S":"2026-11-20T00:00:00Z"}""";
    private static final String FAILING =
            WELL + ",\"failures\":{\"N\":\"27\"},\"failing_since\":{\"N\":\"1795262400250\"},\"last_failure\":{\"M\":"
                    + "{\"outcome\":{\"S\":\"status\"},\"status\":{\"N\":\"503\"}}}";
    private static final String WARNED = FAILING + ",\"warned_of\":{\"N\":\"1795262400250\"}";
    private static final String RECOVERED = WELL + ",\"healthy_since\":{\"N\":\"1795266000000\"}";
    private static final String REFUSING = WELL + """
            ,"refusal":{"M":{"event_id":{"S":"evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"},"failing_since":{"N":"1795262400250"},\
            "attempts":{"N":"6"},"told_at":{"N":"1795266000000"},\
            "last_failure":{"M":{"outcome":{"S":"status"},"status":{"N":"503"}}}}}""";
    private static final String MOVED =
            WELL.replace("Bücher.example", "thief.example").replace("\"N\":\"6\"", "\"N\":\"7\"")
                    + ",\"url_changed_at\":{\"N\":\"1795266000000\"}";
    private static final String DISABLED = WELL.replace("active", "disabled") + """
            ,"disabled":{"M":{"at":{"S":"2026-11-22T00:00:00Z"},\
            "event_id":{"S":"evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"},"failing_since":{"S":"2026-11-21T00:00:00Z"},\
            "attempts":{"N":"11"},"last_outcome":{"S":"timeout"}}}""";
    private static final String ORIGIN = """
            ,"origin":{"M":{"type":{"S":"api_key"},"key_id":{"S":"key_9"},"request_id":{"S":"r-1"},\
            "at":{"S":"2026-11-21T12:00:00Z"}}}""";
    private static final String KEY = """
            "pk":{"S":"account#acc_1"},"sk":{"S":"key#key_2"},"fingerprint":{"S":"9f86"},\
            "created_at":{"S":"2026-11-20T13:00:00Z"},"label":{"S":"Till"}""";
    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final Instant SINCE = Instant.ofEpochMilli(1_795_262_400_250L);
    private static final Instant AT = Instant.ofEpochMilli(1_795_266_000_000L);

    private static final Instant NOW = Instant.parse("2026-11-22T00:00:01Z");

    private final InMemoryAuditLog auditLog = new InMemoryAuditLog();
    private final InMemoryWebhooks webhooks = new InMemoryWebhooks();
    private final List<DeliveryMessage> sent = new ArrayList<>();
    private final List<Notice> queued = new ArrayList<>();
    private final List<String> dead = new ArrayList<>();
    private final InMemoryMetrics metrics = new InMemoryMetrics();
    private boolean queueRefuses;
    private boolean retriesRefuse;

    static Stream<Arguments> changes() {
        About about = new About(
                new AccountId("acc_1"),
                new WebhookId("whk_1"),
                3,
                "xn--bcher-kva.example",
                Optional.of("Front desk"),
                Optional.empty());
        About moved =
                new About(about.account(), about.webhook(), 3, "thief.example", about.description(), about.clinic());
        LastFailure last = new LastFailure(OutcomeClass.STATUS, OptionalInt.of(503));
        RetriesExhausted why = new RetriesExhausted(
                Instant.parse("2026-11-22T00:00:00Z"),
                new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"),
                Instant.parse("2026-11-21T00:00:00Z"),
                11,
                OutcomeClass.TIMEOUT,
                OptionalInt.empty());
        return Stream.of(
                Arguments.of(FAILING, WARNED, "warning#1795262400250", new Notice.Warning(about, SINCE, 27, last)),
                Arguments.of(
                        WARNED, RECOVERED, "recovered#1795262400250", new Notice.Recovered(about, SINCE, AT, 27, last)),
                Arguments.of(WELL, DISABLED, "disabled#3", new Notice.Disabled(about, why)),
                Arguments.of(
                        WELL,
                        REFUSING,
                        "refused#1795266000000",
                        new Notice.Refused(
                                about,
                                new RejectedEvent(new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"), SINCE, 6, last, AT))),
                Arguments.of(
                        WELL, MOVED, "url_changed#7", new Notice.UrlChanged(moved, 7, AT, "xn--bcher-kva.example")));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void queuesAMailThatBecomesDueWithoutSecrets(String before, String after, String name, Notice.OfWebhook expected)
            throws IOException {
        assertThat(handle(change(before, after + due(name)))).doesNotContain("itemIdentifier");

        assertThat(queued).containsExactly(expected);
        assertThat(expected.due().name()).isEqualTo(name);
        assertThat(MessageCodec.NOTICE.write(queued.getFirst())).doesNotContain("hidden", "pw", "8443", "/a", "token");
        assertThat(dead).isEmpty();
    }

    @Test
    void sendsTheOperationalEventToTheWebhooksThatNameItsTypeButNotToItsSubject() throws IOException {
        register("whk_watch", ACCOUNT, "webhook.disabled", "webhook.failing");
        register("whk_slow", ACCOUNT, "webhook.slow");
        register("whk_all", ACCOUNT, "*");
        register("whk_foreign", new AccountId("acc_2"), "webhook.disabled");

        handle(change(WELL, DISABLED + due("disabled#3")));

        assertThat(sent).singleElement().satisfies(message -> {
            assertThat(message.webhook()).isEqualTo(new WebhookId("whk_watch"));
            assertThat(message.payload().type()).isEqualTo("webhook.disabled");
            assertThat(message.payload().json())
                    .contains("\"webhook_id\":\"whk_1\"", "\"disabled_reason\":\"retries_exhausted\"")
                    .doesNotContain("hidden", "pw", "8443", "/a", "token");
            assertThat(message.notBefore()).isEqualTo(NOW);
        });
        String first = MessageCodec.DELIVERY.write(sent.getFirst());
        handle(change(WELL, DISABLED + due("disabled#3")));
        assertThat(MessageCodec.DELIVERY.write(sent.getLast())).isEqualTo(first);
    }

    @Test
    void reportsARecordWhoseOperationalEventCannotBeQueuedBeforeItsMailIs() throws IOException {
        register("whk_watch", ACCOUNT, "webhook.disabled");
        retriesRefuse = true;

        assertThat(handle(change(WELL, DISABLED + due("disabled#3")))).contains("\"itemIdentifier\":\"1\"");
        assertThat(queued).isEmpty();
    }

    @Test
    void webhooksThatGetOperationalEventsAreNotReported() throws IOException {
        register("whk_watch", ACCOUNT, "webhook.disabled");
        String watcher = DISABLED.replace("\"*\"}]}", "\"webhook.failing\"}]}");

        handle(change(WELL, watcher + due("disabled#3")));

        assertThat(sent).isEmpty();
        assertThat(queued).hasSize(1);
    }

    @Test
    void queuesACopyForTheAddressOfTheWebhookThatWantsTheMailAboutItsState() throws IOException {
        String notify = ",\"notify\":{\"M\":{\"address\":{\"S\":\"desk@example.com\"},"
                + "\"without\":{\"L\":[{\"S\":\"failing\"}]}}}";

        handle(
                change(FAILING, WARNED + notify + due("warning#1795262400250")),
                change(WELL, MOVED + notify + due("url_changed#7")));
        assertThat(queued).hasSize(2).noneMatch(Notice.Copy.class::isInstance);

        handle(change(WELL, DISABLED + notify + due("disabled#3")));
        assertThat(queued.subList(2, queued.size()))
                .containsExactly(queued.get(2), new Notice.Copy("desk@example.com", (Notice.OfWebhook) queued.get(2)));
    }

    @Test
    void doesNotQueueAMailThatWasDueBefore() throws IOException {
        String due = due("disabled#3");
        handle(change(DISABLED + due, DISABLED + due), change(DISABLED + due, DISABLED), change(DISABLED, DISABLED));

        assertThat(queued).isEmpty();
    }

    @Test
    void ignoresARemovedRow() throws IOException {
        handle("{\"eventName\":\"REMOVE\",\"dynamodb\":{\"SequenceNumber\":\"1\",\"OldImage\":{" + DISABLED
                + due("disabled#3") + "}}}");

        assertThat(queued).isEmpty();
        assertThat(dead).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "disabled#3, the delivery that failed",
        "warning#1, the outcome of its last attempt",
        "refused#1, the rejected event",
        "recovered#1, when it recovered",
        "url_changed#7, the time when its URL was changed",
        "birthday#1, unknown kind",
        "warning#hidden, not a number"
    })
    void storesARecordWithoutAMailAsADeadLetterAndQueuesTheRest(String name, String reason) throws IOException {
        String both = ",\"mails_due\":{\"SS\":[\"" + name + "\",\"disabled#3\"]}";

        assertThat(handle(change(WELL, WELL + due(name)), change(WELL, DISABLED + both)))
                .doesNotContain("itemIdentifier");
        assertThat(dead.getFirst())
                .contains("SequenceNumber")
                .contains(" because ", " e-mail")
                .contains(reason);
        assertThat(queued).singleElement().isInstanceOf(Notice.Disabled.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://user:hidden@", "hidden", "https:hidden", ""})
    void storesAMalformedRowAsADeadLetterWithoutQuotingIt(String url) throws IOException {
        String row = WARNED.replaceFirst("https:[^\"]*", url);

        assertThat(handle(change(row, row + due("warning#1")), change(WELL, DISABLED + due("disabled#3"))))
                .doesNotContain("itemIdentifier");
        assertThat(dead).singleElement().satisfies(deadLetter -> assertThat(
                        deadLetter.substring(deadLetter.indexOf(" because ")))
                .doesNotContain("hidden"));
        assertThat(queued).hasSize(1);
    }

    @Test
    void reportsARecordWhoseMailCannotBeQueued() throws IOException {
        queueRefuses = true;

        assertThat(handle(change(WELL, DISABLED + due("disabled#3")))).contains("\"itemIdentifier\":\"1\"");
        assertThat(dead).isEmpty();
    }

    @Test
    void recordsAChangeOnceHoweverOftenItIsRead() throws IOException {
        String moved = MOVED + ORIGIN + due("url_changed#7");
        handle(change(WELL, moved), change(moved, MOVED + ORIGIN), change(WELL, moved));

        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo(AuditAction.WEBHOOK_MOVED);
            assertThat(entry.origin().key()).contains(new ApiKeyId("key_9"));
            assertThat(entry.details())
                    .containsExactlyInAnyOrderEntriesOf(
                            Map.of(Detail.WEBHOOK_ID, "whk_1", Detail.HOST, "thief.example"));
        });
    }

    @Test
    void recordsThatTheServiceDisabledAWebhook() throws IOException {
        handle(change(WELL, DISABLED.replace("\"N\":\"6\"", "\"N\":\"7\"")));

        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo(AuditAction.WEBHOOK_DISABLED);
            assertThat(entry.origin()).isEqualTo(Origin.service(Instant.parse("2026-11-22T00:00:00Z")));
            assertThat(entry.details()).containsEntry(Detail.REASON, "retries_exhausted");
        });
    }

    @Test
    void recordsTheDeletionOfAWebhookForThoseWhoSawIt() throws IOException {
        String remains = "\"account_id\":{\"S\":\"acc_1#deleted\"},\"id\":{\"S\":\"whk_1\"},"
                + "\"expires_at\":{\"N\":\"1802959331\"}";
        handle(insertion(remains + ORIGIN + ",\"clinics\":{\"L\":[{\"S\":\"cln_a\"}]}"), insertion(remains));

        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo(AuditAction.WEBHOOK_DELETED);
            assertThat(entry.clinics()).isEqualTo(new Clinics.Listed(Set.of(new ClinicId("cln_a"))));
        });
        assertThat(dead).isEmpty();
    }

    @Test
    void recordsAnIssuedKeyAndMailsItUnlessTheOperatorIssuedIt() throws IOException {
        handle(insertion(KEY + ",\"issued_by\"" + ORIGIN.substring(ORIGIN.indexOf(':'))));
        handle(insertion(KEY.replace("key_2", "key_3")
                + ",\"issued_by\":{\"M\":{\"type\":{\"S\":\"operator\"},\"at\":{\"S\":\"2026-11-20T13:00:01Z\"}}}"));

        assertThat(entries()).extracting(AuditEntry::action).containsOnly(AuditAction.API_KEY_ISSUED);
        assertThat(entries())
                .extracting(entry -> entry.details().get(Detail.API_KEY_ID))
                .containsExactlyInAnyOrder("key_2", "key_3");
        assertThat(queued)
                .containsExactly(new Notice.KeyIssued(
                        ACCOUNT,
                        new ApiKeyId("key_2"),
                        Optional.of("Till"),
                        new ApiKeyId("key_9"),
                        Instant.parse("2026-11-21T12:00:00Z")));
    }

    @Test
    void recordsARevokedKeyOnce() throws IOException {
        String revoked = KEY + ",\"revoked_at\":{\"S\":\"2026-11-21T12:00:00Z\"},\"revoked_by\""
                + ORIGIN.substring(ORIGIN.indexOf(':'));
        handle(change(KEY, revoked), change(revoked, revoked + ",\"expires_at\":{\"N\":\"1802959331\"}"));

        assertThat(entries()).extracting(AuditEntry::action).containsExactly(AuditAction.API_KEY_REVOKED);
        assertThat(queued).isEmpty();
    }

    @Test
    void rowOfARevokedKeySaysThatItWasRevoked() throws IOException {
        String by = ",\"issued_by\":{\"M\":{\"type\":{\"S\":\"operator\"},\"at\":{\"S\":\"2026-11-20T13:00:00Z\"}}}"
                + ",\"revoked_at\":{\"S\":\"2026-11-21T12:00:00Z\"}"
                + ",\"revoked_by\":{\"M\":{\"type\":{\"S\":\"operator\"},\"at\":{\"S\":\"2026-11-21T12:00:00Z\"}}}";

        handle(insertion(KEY.replace("key#key_2", "key#revoked#key_2") + by));

        assertThat(entries()).singleElement().satisfies(entry -> {
            assertThat(entry.action()).isEqualTo(AuditAction.API_KEY_REVOKED);
            assertThat(entry.details()).containsEntry(AuditEntry.Detail.API_KEY_ID, "key_2");
        });
        assertThat(queued).isEmpty();
    }

    private List<AuditEntry> entries() {
        return auditLog.newestFirst(ACCOUNT, Optional.empty(), 9);
    }

    private static String insertion(String row) {
        return "{\"eventName\":\"INSERT\",\"dynamodb\":{\"SequenceNumber\":\"1\"" + keys(row) + ",\"NewImage\":{" + row
                + "}}}";
    }

    /** Only the key of a row of the Accounts table matters. */
    private static String keys(String row) {
        return row.startsWith("\"pk\"")
                ? ",\"Keys\":{\"pk\":{\"S\":\"account#acc_1\"},\"sk\":{\"S\":\"key#key_2\"}}"
                : "";
    }

    private static String due(String name) {
        return ",\"mails_due\":{\"SS\":[\"" + name + "\"]}";
    }

    private String handle(String... records) throws IOException {
        Notifier notifier = new Notifier(
                auditLog,
                webhooks,
                new Retries(),
                this::queue,
                (body, reason) -> dead.add(body + " because " + reason),
                Clock.fixed(NOW, ZoneOffset.UTC),
                metrics);
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        String batch = "{\"Records\":[" + String.join(",", records) + "]}";
        notifier.handleRequest(new ByteArrayInputStream(batch.getBytes(StandardCharsets.UTF_8)), response, null);
        return response.toString(StandardCharsets.UTF_8);
    }

    private void queue(Notice notice) {
        if (queueRefuses) {
            throw new IllegalStateException("throttled");
        }
        queued.add(notice);
    }

    private void register(String id, AccountId account, String... types) {
        webhooks.insert(Webhook.registered(
                account,
                new WebhookId(id),
                new ApiKeyId("key_1"),
                new WebhookSettings("https://example.com/", List.of(types), Optional.empty(), Optional.empty()),
                new Clinics.All(),
                new SealedSecret(1, "k", "whsec_x"),
                AT));
    }

    private final class Retries implements DeliveryQueue {
        @Override
        public void send(List<DeliveryMessage> messages) {
            if (retriesRefuse) {
                throw new IllegalStateException("throttled");
            }
            sent.addAll(messages);
        }

        @Override
        public void send(DeliveryMessage message, Duration delay) {
            throw new IllegalStateException("nothing is delayed");
        }
    }

    private static String change(String before, String after) {
        return "{\"eventName\":\"MODIFY\",\"dynamodb\":{\"SequenceNumber\":\"1\"" + keys(after) + ",\"OldImage\":{"
                + before + "},\"NewImage\":{" + after + "}}}";
    }
}
