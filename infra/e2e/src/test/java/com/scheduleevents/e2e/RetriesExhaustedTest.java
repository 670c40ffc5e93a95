package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.ReceiverInbox.Delivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A webhook that fails until the end of the retry window is disabled, and its owner is told how to enable it. */
@RequiresCapability(SharedClouds.BREAKABLE)
@ResourceLock(SharedClouds.BREAKABLE_CLOUD)
class RetriesExhaustedTest {

    /** Not one of {@link CrashTest}, which shares the cloud. */
    private static final String TYPE = "appointment.confirmed";

    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";

    @Test
    void anEndpointThatFailsForTheWholeWindowIsDisabledAndItsOwnerToldOnce(Target target) {
        ReceiverInbox dead =
                ReceiverInbox.open(target, "dead", List.of(TYPE), "cln_harbour").order(ALWAYS_500);
        ReceiverInbox alive = ReceiverInbox.open(target, "alive", List.of(TYPE), "cln_harbour");
        MailboxClient mails = new MailboxClient(target);

        String event = target.account().record(ChangeSamples.of(TYPE, "cln_harbour", "prv_dead"));
        Await.await("disabled").until(() -> status(target, dead).equals("disabled"));
        List<Delivery> attempts = dead.deliveriesOf(event);
        attemptedForTheWholeWindow(target.account().attempts(dead.webhook(), event));
        eachIsSignedAnewAndTheSameOtherwise(attempts);
        JsonNode webhook = target.account().webhook(dead.webhook());
        assertThat(webhook.path("disabled_reason").asText()).isEqualTo("retries_exhausted");
        assertThat(webhook.path("disabled_at").asText()).endsWith("Z");

        Await.await("an e-mail").until(() -> !mails.ofDisabling(dead.webhook()).isEmpty());
        String later = target.account().record(ChangeSamples.of(TYPE, "cln_harbour", "prv_dead"));
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
        String afterwards = target.account().record(ChangeSamples.of(TYPE, "cln_harbour", "prv_dead"));
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

    private static void attemptedForTheWholeWindow(List<JsonNode> attempts) {
        assertThat(attempts)
                .extracting(attempt -> attempt.path("number").asInt())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, attempts.size()).boxed().toList());
        assertThat(Duration.between(begun(attempts.getFirst()), begun(attempts.getLast())))
                .isGreaterThanOrEqualTo(SharedClouds.SHORT_WINDOW);
    }

    private static Instant begun(JsonNode attempt) {
        return Instant.parse(attempt.path("at").asText());
    }

    private static void eachIsSignedAnewAndTheSameOtherwise(List<Delivery> attempts) {
        assertThat(attempts).hasSizeGreaterThan(1);
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

    private static String status(Target target, ReceiverInbox inbox) {
        return target.account().webhook(inbox.webhook()).path("status").asText();
    }
}
