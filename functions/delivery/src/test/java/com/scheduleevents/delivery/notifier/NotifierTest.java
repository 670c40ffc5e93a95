package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
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
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NotifierTest extends NotifierFixture {

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
}
