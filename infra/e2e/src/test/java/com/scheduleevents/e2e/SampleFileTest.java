package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.local.producer.Producer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import picocli.CommandLine;

/** Sends the changes of three clinics, two weeks with -Psoak, from the producer to the feed and to two webhooks. */
@RequiresCapability(SharedClouds.QUIET)
@ResourceLock(SharedClouds.QUIET_CLOUD)
class SampleFileTest {

    /** A build posts one line in this many: all types, and more events than a page has. */
    private static final int ONE_IN = 25;

    private static final int REPEATED = 10;

    @TempDir
    private Path directory;

    @Test
    void everyChangeIsRecordedOnceAndDelivered(Target target) throws Exception {
        List<JsonNode> changes = SampleFiles.lines("schedule-changes.jsonl");
        check(
                target,
                IntStream.iterate(0, line -> line < changes.size(), line -> line + ONE_IN)
                        .mapToObj(changes::get)
                        .toList());
    }

    @Tag("soak")
    @Test
    void everyChangeOfTwoWeeksIsRecordedOnceAndDelivered(Target target) throws Exception {
        List<JsonNode> changes = SampleFiles.lines("schedule-changes.jsonl");
        assertThat(changes).hasSize(3_221);
        check(target, changes);
    }

    private void check(Target target, List<JsonNode> changes) throws Exception {
        ReceiverInbox everything = ReceiverInbox.open(target, "everything", List.of("*"));
        ReceiverInbox cancellations =
                ReceiverInbox.open(target, "cancellations", List.of("appointment.cancelled"), "cln_oldtown");

        assertThat(posted(target, changes)).contains("refused  0\n");

        List<JsonNode> feed = target.account().walk("/v1/events?limit=100");
        assertThat(feed).hasSameSizeAs(changes);
        assertThat(ids(feed)).doesNotHaveDuplicates().isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(feed)
                .extracting(event -> event.path("created_at").asText())
                .isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(feed)
                .extracting(SampleFileTest::content)
                .containsExactlyInAnyOrderElementsOf(
                        changes.stream().map(change -> change.path("event")).toList());

        received(everything, ids(feed));
        List<String> cancelled =
                ids(feed.stream().filter(SampleFileTest::cancelledInOldtown).toList());
        assertThat(cancelled).isNotEmpty();
        received(cancellations, cancelled);

        repeats(target.account(), changes.subList(0, REPEATED), feed);
    }

    private String posted(Target target, List<JsonNode> changes) throws IOException {
        Path file = Files.write(
                directory.resolve("changes.jsonl"),
                changes.stream().map(JsonNode::toString).toList());
        StringWriter report = new StringWriter();
        CommandLine command = Producer.command().setOut(new PrintWriter(report)).setErr(new PrintWriter(report));
        int exit = command.execute("--file=" + file, "--api=" + target.api(), "--key=" + target.key());
        assertThat(exit).as(report.toString()).isZero();
        return report.toString();
    }

    private static void received(ReceiverInbox inbox, List<String> events) {
        Await.await("all deliveries").until(() -> inbox.distinct() >= events.size());
        List<ReceiverInbox.InboxDelivery> deliveries = inbox.deliveries();
        assertThat(deliveries).allMatch(ReceiverInbox.InboxDelivery::verified);
        assertThat(deliveries.stream().map(ReceiverInbox.InboxDelivery::event).collect(Collectors.toSet()))
                .containsExactlyInAnyOrderElementsOf(events);
    }

    private static void repeats(ApiClientAccount account, List<JsonNode> changes, List<JsonNode> feed) {
        for (JsonNode change : changes) {
            HttpsResponse response = account.post(
                    change.path("event").toString(),
                    new ApiClientAccount.RequestKey(
                            change.path("idempotency_key").asText()));
            assertThat(response.status()).isEqualTo(200);
            assertThat(content(response.json())).isEqualTo(change.path("event"));
            assertThat(feed).contains(response.json());
        }
        assertThat(ids(account.walk("/v1/events?limit=100"))).isEqualTo(ids(feed));
    }

    private static List<String> ids(List<JsonNode> events) {
        return events.stream().map(event -> event.path("id").asText()).toList();
    }

    /** An event without what the service added. */
    private static JsonNode content(JsonNode event) {
        return ((ObjectNode) event.deepCopy()).without(List.of("id", "created_at"));
    }

    private static boolean cancelledInOldtown(JsonNode event) {
        return event.path("type").asText().equals("appointment.cancelled")
                && event.path("clinic_id").asText().equals("cln_oldtown");
    }
}
