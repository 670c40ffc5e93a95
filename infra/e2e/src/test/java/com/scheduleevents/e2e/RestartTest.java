package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import com.scheduleevents.local.CloudOptions;
import com.scheduleevents.local.LocalCloud;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests that a local cloud with a data directory keeps everything over a restart. */
@ResourceLock(
        "kept queues") // ElasticMQ has one database pool a JVM: a second server that keeps its queues takes it over
class RestartTest {

    @RegisterExtension
    static final CloudLog LOG = CloudLog.of("restarted");

    @TempDir
    private Path data;

    @Test
    void eventsWebhooksAndPendingDeliveriesSurvive() {
        CloudOptions options = SharedClouds.options("restart").withData(data).withRetryWindow(Duration.ofMinutes(30));
        String webhook;
        String delivered;
        String waiting;
        try (LocalCloud cloud = SharedClouds.start(options)) {
            Target target = Target.of(cloud.description());
            ReceiverInbox inbox = ReceiverInbox.open(target, "restart", List.of("*"));
            webhook = inbox.webhook();
            delivered = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_restart"));
            Await.await("the delivery").until(() -> inbox.accepted(delivered));
            inbox.order("\"do\":\"status\",\"status\":500");
            waiting = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_restart"));
            Await.await("a second attempt in the log")
                    .until(() -> target.account().attempts(webhook, waiting).size() >= 2);
        }

        try (LocalCloud cloud = SharedClouds.start(options.withOutput(CloudLog.DIRECTORY.resolve("restarted")))) {
            Target target = Target.of(cloud.description());
            ReceiverInbox inbox = ReceiverInbox.at(target, "restart", webhook);
            assertThat(target.account().walk("/v1/events?limit=100"))
                    .extracting(event -> event.path("id").asText())
                    .containsExactly(waiting, delivered);
            assertThat(target.account().walk("/v1/webhooks?limit=100"))
                    .extracting(row -> row.path("id").asText())
                    .containsExactly(webhook);
            Await.await("the next attempt").until(() -> inbox.accepted(waiting));
            assertThat(inbox.deliveriesOf(waiting).getFirst().attempt()).isGreaterThan(1);
            assertThat(inbox.deliveries()).allMatch(InboxDelivery::verified);
            assertThat(inbox.deliveriesOf(delivered)).isEmpty();
        }
    }
}
