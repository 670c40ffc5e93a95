package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE;

import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import com.scheduleevents.emulator.proxy.PlannedFaults.Fault;
import com.scheduleevents.emulator.proxy.PlannedFaults.Moment;
import com.scheduleevents.local.LocalCloud;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Tests that no delivery is lost when a sender is killed at any step. Each test has its own event type. */
@RequiresCapability(SharedClouds.BREAKABLE)
@ResourceLock(SharedClouds.BREAKABLE_CLOUD)
class CrashTest {

    @Test
    void senderKilledBeforeLoggingDeliversAgain(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "before-log", List.of("appointment.cancelled"));
        CompletableFuture<Void> killed = kill(cloud, "UpdateItem", "DeliveriesTable", Moment.BEFORE);

        String event = target.account().record(ChangeSamples.of("appointment.cancelled", "cln_harbour", "prv_crash"));

        Await.await("the kill").until(killed::isDone);
        Await.await("the repeat").until(() -> inbox.deliveriesOf(event).size() > 1);
        assertThat(inbox.deliveriesOf(event)).allMatch(InboxDelivery::verified);
        assertThat(inbox.deliveriesOf(event)).extracting(InboxDelivery::attempt).containsExactly(1, 1);
        assertThat(inbox.deliveriesOf(event))
                .extracting(InboxDelivery::duplicate)
                .containsExactly(false, true);
        inbox.delete(target.account());
    }

    @Test
    void senderKilledAfterLoggingASuccessDoesNotDeliverAgain(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "after-success", List.of("appointment.completed"));
        CompletableFuture<Void> killed = kill(cloud, "UpdateItem", "DeliveriesTable", Moment.AFTER);

        String event = target.account().record(ChangeSamples.of("appointment.completed", "cln_harbour", "prv_crash"));

        Await.await("the kill").until(killed::isDone);
        Await.await("an empty deliveries queue").until(() -> isEmpty(cloud, "DeliveriesQueue"));
        assertThat(inbox.deliveriesOf(event)).hasSize(1);
        inbox.delete(target.account());
    }

    @Test
    void senderKilledBeforeQueueingARetryStillRetries(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "before-retry", List.of("appointment.no_show"))
                .order("\"do\":\"status\",\"status\":500,\"times\":1");
        CompletableFuture<Void> killed = kill(cloud, "SendMessage", "RetryQueue", Moment.BEFORE);

        String event = target.account().record(ChangeSamples.of("appointment.no_show", "cln_harbour", "prv_crash"));

        Await.await("the kill").until(killed::isDone);
        Await.await("the retry").until(() -> inbox.accepted(event));
        assertThat(inbox.deliveriesOf(event)).extracting(InboxDelivery::attempt).containsExactly(1, 2);
        inbox.delete(target.account());
    }

    @Test
    void senderKilledBeforeDisablingStillDisables(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(
                        target, "before-disabling", List.of("appointment.booked"), "cln_station")
                .order("\"do\":\"status\",\"status\":500");
        CompletableFuture<Void> killed = kill(cloud, "UpdateItem", "WebhooksTable", Moment.BEFORE);

        target.account().record(ChangeSamples.of("appointment.booked", "cln_station", "prv_crash"));

        Await.await("the kill").until(killed::isDone);
        Await.await("an e-mail")
                .until(() ->
                        new MailboxClient(target).ofDisabling(inbox.webhook()).size() == 1);
        assertThat(target.account().webhook(inbox.webhook()).path("status").asText())
                .isEqualTo("disabled");
    }

    /** Messages that a test leaves in the queues would otherwise meet the fault of the next test. */
    @AfterEach
    void awaitEmptyQueues(LocalCloud cloud) {
        cloud.faults().clear();
        Await.await("empty queues").until(() -> isEmpty(cloud, "DeliveriesQueue") && isEmpty(cloud, "RetryQueue"));
    }

    private static CompletableFuture<Void> kill(LocalCloud cloud, String operation, String resource, Moment moment) {
        return cloud.faults().kill(new Fault("SenderFunction", operation, resource, 1, moment));
    }

    static boolean isEmpty(LocalCloud cloud, String queue) {
        SqsClient sqs = cloud.storage().sqs();
        String url = sqs.getQueueUrl(request -> request.queueName(queue)).queueUrl();
        return sqs
                .getQueueAttributes(request -> request.queueUrl(url)
                        .attributeNames(
                                APPROXIMATE_NUMBER_OF_MESSAGES,
                                APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED,
                                APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE))
                .attributes()
                .values()
                .stream()
                .allMatch("0"::equals);
    }
}
