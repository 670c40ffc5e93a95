package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.ReceiverInbox.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What failed is attempted again on a schedule: a day of it in a minute and a half, on a machine that is not busy. Each test has
 * an event type of its own, so that it meets its own deliveries alone.
 */
@RequiresCapability(SharedClouds.DAY)
@Tag("soak")
class RetryTest {

    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";
    private static final int ATTEMPTS = 11;
    /** Seconds, as design and specification have them; here compressed like the day. */
    private static final List<Integer> WAITS = List.of(10, 60, 300, 900, 1800, 3600, 7200, 14400, 21600);

    /** By so much a hop may be late on a busy machine. */
    private static final Duration LAG = SharedClouds.WINDOW.dividedBy(3);

    @Test
    void aDeliveryThatFailsIsAttemptedElevenTimesInTheWindow(Target target) {
        ReceiverInbox dead = ReceiverInbox.open(target, "dead", List.of("appointment.cancelled"), "cln_harbour")
                .order(ALWAYS_500);
        String event = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_dead"));
        Await.await("disabled").until(() -> status(target, dead).equals("disabled"));
        List<JsonNode> attempts = target.account().attempts(dead.webhook(), event);
        assertThat(attempts)
                .extracting(attempt -> attempt.path("number").asInt())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, attempts.size()).boxed().toList());
        elevenUnlessTheWindowEndedBefore(attempts);
    }

    /**
     * A machine that lags may be so late with one attempt that the wait after it, at its longest, reaches past the window's
     * end; then the next one is the last.
     */
    private static void elevenUnlessTheWindowEndedBefore(List<JsonNode> attempts) {
        assertThat(attempts).hasSizeBetween(2, ATTEMPTS);
        if (attempts.size() < ATTEMPTS) {
            Instant end = begun(attempts.getFirst()).plus(SharedClouds.WINDOW);
            Duration wait = SharedClouds.WINDOW
                    .multipliedBy(WAITS.get(attempts.size() - 2))
                    .dividedBy(Duration.ofDays(1).toSeconds());
            Instant next = begun(attempts.get(attempts.size() - 2))
                    .plus(wait.multipliedBy(11).dividedBy(10))
                    .plus(LAG);
            assertThat(next).as("the attempt that is missing").isAfterOrEqualTo(end);
        }
    }

    private static Instant begun(JsonNode attempt) {
        return Instant.parse(attempt.path("at").asText());
    }

    @Test
    void anEndpointThatRecoversInTimeStaysActive(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "recovering", List.of("appointment.completed"), "cln_oldtown")
                .order("\"do\":\"status\",\"status\":503,\"times\":3");

        String event =
                target.account().record(ChangeSamples.of("appointment.completed", "cln_oldtown", "prv_recovering"));

        Await.await("the fourth attempt").until(() -> inbox.accepted(event));
        Instant windowEnd = inbox.deliveriesOf(event).getFirst().at().plus(SharedClouds.WINDOW);
        Await.await("the window's end").until(() -> Instant.now().isAfter(windowEnd.plusSeconds(2)));
        assertThat(inbox.deliveriesOf(event)).extracting(Delivery::attempt).containsExactly(1, 2, 3, 4);
        assertThat(inbox.deliveriesOf(event)).extracting(Delivery::duplicate).containsOnly(false);
        assertThat(status(target, inbox)).isEqualTo("active");
        assertThat(new MailboxClient(target).ofDisabling(inbox.webhook())).isEmpty();
    }

    @Test
    void anEndpointThatHangsFailsAloneAndHoldsUpNobody(Target target) {
        ReceiverInbox hung = ReceiverInbox.open(target, "hung", List.of("appointment.no_show"), "cln_station")
                .order("\"do\":\"hang\",\"times\":1");
        ReceiverInbox neighbour =
                ReceiverInbox.open(target, "neighbour", List.of("appointment.no_show"), "cln_station");

        String event = target.account().record(ChangeSamples.of("appointment.no_show", "cln_station", "prv_hung"));

        Await.await("the second attempt").until(() -> hung.accepted(event));
        List<Delivery> attempts = hung.deliveriesOf(event);
        assertThat(attempts).extracting(Delivery::attempt).containsExactly(1, 2);
        assertThat(neighbour.deliveriesOf(event)).singleElement().satisfies(delivery -> {
            assertThat(delivery.accepted()).isTrue();
            assertThat(delivery.at()).isBefore(attempts.getLast().at());
        });
    }

    private static String status(Target target, ReceiverInbox inbox) {
        return target.account().webhook(inbox.webhook()).path("status").asText();
    }
}
