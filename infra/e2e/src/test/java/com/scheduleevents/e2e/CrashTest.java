package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED;
import static software.amazon.awssdk.services.sqs.model.QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_NOT_VISIBLE;

import com.scheduleevents.e2e.ReceiverInbox.Delivery;
import com.scheduleevents.emulator.proxy.PlannedFaults.Fault;
import com.scheduleevents.emulator.proxy.PlannedFaults.Moment;
import com.scheduleevents.local.LocalCloud;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A sender may die at any step: what it left undone is done, and nothing is lost. Each test has an event type of its own. */
@RequiresCapability(SharedClouds.BREAKABLE)
@Execution(ExecutionMode.SAME_THREAD)
@ResourceLock(SharedClouds.BREAKABLE_CLOUD)
class CrashTest {

    @Test
    void killedBeforeTheLogItDeliversAgain(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "before-log", List.of("appointment.cancelled"));
        CompletableFuture<Void> death = kill(cloud, "UpdateItem", "DeliveriesTable", Moment.BEFORE);

        String event = target.account().record(ChangeSamples.of("appointment.cancelled", "cln_harbour", "prv_crash"));

        Await.await("death").until(death::isDone);
        Await.await("the repeat").until(() -> inbox.deliveriesOf(event).size() > 1);
        assertThat(inbox.deliveriesOf(event)).allMatch(Delivery::verified);
        assertThat(inbox.deliveriesOf(event)).extracting(Delivery::attempt).containsExactly(1, 1);
        assertThat(inbox.deliveriesOf(event)).extracting(Delivery::duplicate).containsExactly(false, true);
    }

    @Test
    void killedAfterTheLogOfASuccessItDeliversNoMore(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "after-success", List.of("appointment.completed"));
        CompletableFuture<Void> death = kill(cloud, "UpdateItem", "DeliveriesTable", Moment.AFTER);

        String event = target.account().record(ChangeSamples.of("appointment.completed", "cln_harbour", "prv_crash"));

        Await.await("death").until(death::isDone);
        Await.await("the message's end").until(() -> isEmpty(cloud, "DeliveriesQueue"));
        assertThat(inbox.deliveriesOf(event)).hasSize(1);
    }

    @Test
    void killedBetweenTheLogAndTheNextMessageItRetriesStill(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "before-retry", List.of("appointment.no_show"))
                .order("\"do\":\"status\",\"status\":500,\"times\":1");
        CompletableFuture<Void> death = kill(cloud, "SendMessage", "RetryQueue", Moment.BEFORE);

        String event = target.account().record(ChangeSamples.of("appointment.no_show", "cln_harbour", "prv_crash"));

        Await.await("death").until(death::isDone);
        Await.await("the retry").until(() -> inbox.accepted(event));
        assertThat(inbox.deliveriesOf(event)).extracting(Delivery::attempt).containsExactly(1, 2);
    }

    @Test
    void killedBetweenTheLastFailureAndTheDisablingItDisablesStill(Target target, LocalCloud cloud) {
        ReceiverInbox inbox = ReceiverInbox.open(
                        target, "before-disabling", List.of("appointment.booked"), "cln_station")
                .order("\"do\":\"status\",\"status\":500");
        CompletableFuture<Void> death = kill(cloud, "UpdateItem", "WebhooksTable", Moment.BEFORE);

        target.account().record(ChangeSamples.of("appointment.booked", "cln_station", "prv_crash"));

        Await.await("death").until(death::isDone);
        Await.await("an e-mail")
                .until(() ->
                        new MailboxClient(target).ofDisabling(inbox.webhook()).size() == 1);
        assertThat(target.account().webhook(inbox.webhook()).path("status").asText())
                .isEqualTo("disabled");
    }

    /** What a test leaves under way would meet the death that the next one orders. */
    @AfterEach
    void nothingIsUnderWay(LocalCloud cloud) {
        cloud.faults().clear();
        Await.await("the end").until(() -> isEmpty(cloud, "DeliveriesQueue") && isEmpty(cloud, "RetryQueue"));
    }

    private static CompletableFuture<Void> kill(LocalCloud cloud, String operation, String resource, Moment moment) {
        return cloud.faults().kill(new Fault("SenderFunction", operation, resource, 1, moment));
    }

    private static boolean isEmpty(LocalCloud cloud, String queue) {
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
