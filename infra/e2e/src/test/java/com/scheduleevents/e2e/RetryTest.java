package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.ReceiverInbox.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * What failed is attempted again on a schedule, and who fails for all of it is disabled. Each test has an event type of its
 * own, so that it meets its own deliveries alone.
 */
@RequiresCapability(SharedClouds.COMPRESSED)
class RetryTest {

    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";
    private static final int ATTEMPTS = 11;
    /** Seconds, as design and specification have them; here compressed like the day. */
    private static final List<Integer> WAITS = List.of(10, 60, 300, 900, 1800, 3600, 7200, 14400, 21600);

    /** By so much a hop may be late on a busy machine. */
    private static final Duration LAG = SharedClouds.WINDOW.dividedBy(3);

    @Test
    void anEndpointThatFailsForTheWholeWindowIsDisabledAndItsOwnerToldOnce(Target target) {
        ReceiverInbox dead = ReceiverInbox.open(target, "dead", List.of("appointment.cancelled"), "cln_harbour")
                .order(ALWAYS_500);
        ReceiverInbox alive = ReceiverInbox.open(target, "alive", List.of("appointment.cancelled"), "cln_harbour");
        MailboxClient mails = new MailboxClient(target);

        String event = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_dead"));
        Await.await("disabled").until(() -> status(target, dead).equals("disabled"));
        List<Delivery> attempts = dead.deliveriesOf(event);
        attemptedForTheWholeWindow(logged(target, dead, event));
        eachIsSignedAnewAndTheSameOtherwise(attempts);
        JsonNode webhook = target.account().webhook(dead.webhook());
        assertThat(webhook.path("disabled_reason").asText()).isEqualTo("retries_exhausted");
        assertThat(webhook.path("disabled_at").asText()).endsWith("Z");

        Await.await("an e-mail").until(() -> !mails.ofDisabling(dead.webhook()).isEmpty());
        String later = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_dead"));
        Await.await("the neighbour's delivery").until(() -> alive.accepted(later));
        assertThat(dead.deliveriesOf(event)).hasSameSizeAs(attempts);
        assertThat(dead.deliveriesOf(later)).isEmpty();

        dead.order("\"do\":\"status\",\"status\":200");
        PastedCommand enable = PastedCommand.from(mails.ofDisabling(dead.webhook())
                        .getFirst()
                        .path("text")
                        .asText())
                .getFirst();
        assertThat(enable.command()).contains("/enable");
        assertThat(enable.run(target, Map.of()).path("status").asText()).isEqualTo("active");
        String afterwards = target.account().record(ChangeSamples.cancelled("cln_harbour", "prv_dead"));
        Await.await("deliveries again").until(() -> dead.accepted(afterwards));
        assertThat(dead.deliveriesOf(later)).isEmpty();

        assertThat(mails.ofDisabling(dead.webhook())).hasSize(1).first().satisfies(mail -> {
            assertThat(mail.path("to").toString()).isEqualTo("[\"owner@demo.example\"]");
            for (String form : List.of("text", "html")) {
                assertThat(mail.path(form).asText()).contains(event, "/v1/webhooks/" + dead.webhook() + "/enable");
            }
        });
        assertThat(mails.ofDisabling(alive.webhook())).isEmpty();
    }

    /** What the API tells of each attempt: also of one that a busy receiver was too late to see. */
    private static List<JsonNode> logged(Target target, ReceiverInbox inbox, String event) {
        JsonNode delivery = target.account()
                .get("/v1/webhooks/" + inbox.webhook() + "/deliveries/" + event)
                .json();
        return StreamSupport.stream(delivery.path("attempts").spliterator(), false)
                .toList();
    }

    private static void attemptedForTheWholeWindow(List<JsonNode> attempts) {
        assertThat(attempts)
                .extracting(attempt -> attempt.path("number").asInt())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, attempts.size()).boxed().toList());
        assertThat(Duration.between(begun(attempts.getFirst()), begun(attempts.getLast())))
                .isGreaterThanOrEqualTo(SharedClouds.WINDOW);
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

    private static void eachIsSignedAnewAndTheSameOtherwise(List<Delivery> attempts) {
        assertThat(attempts).hasSizeGreaterThan(2);
        assertThat(attempts).extracting(Delivery::attempt).isSorted().doesNotHaveDuplicates();
        assertThat(attempts)
                .extracting(Delivery::body)
                .containsOnly(attempts.getFirst().body());
        assertThat(attempts)
                .extracting(attempt -> attempt.header("webhook-id"))
                .containsOnly(attempts.getFirst().event());
        assertThat(attempts).allMatch(Delivery::verified).allSatisfy(attempt -> assertThat(
                        attempt.header("service-signature"))
                .startsWith("t=" + signed(attempt).getEpochSecond() + ",v1="));
        assertThat(attempts.getLast().header("webhook-signature"))
                .isNotEqualTo(attempts.getFirst().header("webhook-signature"));
        for (int i = 0; i < attempts.size(); i++) {
            assertThat(signed(attempts.get(i)))
                    .isBeforeOrEqualTo(attempts.get(i).at());
            if (i > 0) {
                assertThat(signed(attempts.get(i))).isAfterOrEqualTo(signed(attempts.get(i - 1)));
            }
        }
    }

    /** When the attempt began. */
    private static Instant signed(Delivery attempt) {
        return Instant.ofEpochSecond(Long.parseLong(attempt.header("webhook-timestamp")));
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
