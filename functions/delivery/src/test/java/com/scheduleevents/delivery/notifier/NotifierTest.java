package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.aws.messages.MessageCodec;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.mail.Notice;
import com.scheduleevents.domain.mail.Notice.About;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Disabling.RetriesExhausted;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
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
    private static final Instant SINCE = Instant.ofEpochMilli(1_795_262_400_250L);
    private static final Instant AT = Instant.ofEpochMilli(1_795_266_000_000L);

    private final List<Notice> queued = new ArrayList<>();
    private final List<String> dead = new ArrayList<>();
    private final InMemoryMetrics metrics = new InMemoryMetrics();
    private boolean queueRefuses;

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
    void queuesAMailThatBecomesDueWithoutSecrets(String before, String after, String name, Notice expected)
            throws IOException {
        assertThat(handle(change(before, after + due(name)))).doesNotContain("itemIdentifier");

        assertThat(queued).containsExactly(expected);
        assertThat(expected.due().name()).isEqualTo(name);
        assertThat(MessageCodec.NOTICE.write(queued.getFirst())).doesNotContain("hidden", "pw", "8443", "/a", "token");
        assertThat(dead).isEmpty();
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
        assertThat(dead).singleElement().satisfies(letter -> assertThat(letter.substring(letter.indexOf(" because ")))
                .doesNotContain("hidden"));
        assertThat(queued).hasSize(1);
    }

    @Test
    void reportsARecordWhoseMailCannotBeQueued() throws IOException {
        queueRefuses = true;

        assertThat(handle(change(WELL, DISABLED + due("disabled#3")))).contains("\"itemIdentifier\":\"1\"");
        assertThat(dead).isEmpty();
    }

    private static String due(String name) {
        return ",\"mails_due\":{\"SS\":[\"" + name + "\"]}";
    }

    private String handle(String... records) throws IOException {
        Notifier notifier = new Notifier(this::queue, (body, reason) -> dead.add(body + " because " + reason), metrics);
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        String batch = "{\"Records\":[" + String.join(",", records) + "]}";
        notifier.handleRequest(new ByteArrayInputStream(batch.getBytes(StandardCharsets.UTF_8)), answer, null);
        return answer.toString(StandardCharsets.UTF_8);
    }

    private void queue(Notice notice) {
        if (queueRefuses) {
            throw new IllegalStateException("throttled");
        }
        queued.add(notice);
    }

    private static String change(String before, String after) {
        return "{\"eventName\":\"MODIFY\",\"dynamodb\":{\"SequenceNumber\":\"1\",\"OldImage\":{" + before
                + "},\"NewImage\":{" + after + "}}}";
    }
}
