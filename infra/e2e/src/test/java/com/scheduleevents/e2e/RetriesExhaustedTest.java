package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.e2e.ReceiverInbox.InboxDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Tests that a webhook which fails until the end of the retry window is disabled, and that its owner is told how to enable it.
 */
@RequiresCapability(SharedClouds.BREAKABLE)
@ResourceLock(SharedClouds.BREAKABLE_CLOUD)
class RetriesExhaustedTest {

    /** A type that {@link CrashTest}, which shares the cloud, does not use. */
    private static final String TYPE = "appointment.confirmed";

    private static final String ALWAYS_500 = "\"do\":\"status\",\"status\":500";

    @Test
    void webhookThatFailsForTheWholeWindowIsDisabledAndItsOwnerNotifiedOnce(Target target) {
        ReceiverInbox dead =
                ReceiverInbox.open(target, "dead", List.of(TYPE), "cln_harbour").order(ALWAYS_500);
        ReceiverInbox alive = ReceiverInbox.open(target, "alive", List.of(TYPE), "cln_harbour");
        MailboxClient mails = new MailboxClient(target);

        String event = target.account().record(ChangeSamples.of(TYPE, "cln_harbour", "prv_dead"));
        Await.await("disabled").until(() -> status(target, dead).equals("disabled"));
        List<InboxDelivery> attempts = dead.deliveriesOf(event);
        assertAttemptedForTheWholeWindow(target.account().attempts(dead.webhook(), event));
        assertSignedAnewAndOtherwiseEqual(attempts);
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
        assertLinkReadsTheWebhook(
                target,
                dead.webhook(),
                mails.ofDisabling(dead.webhook()).getFirst().path("text").asText());
    }

    /** The link of the e-mail has an API key of its own, which reads what is about the webhook, is listed, and can be revoked. */
    private static void assertLinkReadsTheWebhook(Target target, String webhook, String mail) {
        Matcher link = Pattern.compile("/v1/console#token=(\\w+)&page=/webhooks/" + webhook)
                .matcher(mail);
        assertThat(link.find()).as(mail).isTrue();
        ApiClientAccount reader = target.withKey(link.group(1));
        Await.await("the key of the link")
                .until(() -> reader.get("/v1/webhooks/" + webhook).status() == 200);
        JsonNode key = reader.get("/v1/account").json().path("api_key");
        assertThat(key.path("scopes").toString()).isEqualTo("[\"webhooks:read\"]");
        assertThat(key.path("clinic_ids").toString()).isEqualTo("[\"cln_harbour\"]");
        assertThat(reader.get("/v1/webhooks/" + webhook + "/deliveries").status())
                .isEqualTo(200);
        assertThat(reader.get("/v1/events").status()).isEqualTo(403);
        assertThat(reader.post("/v1/webhooks/" + webhook + "/disable", "").status())
                .isEqualTo(403);

        String id = key.path("id").asText();
        JsonNode listed = target.account().get("/v1/api_keys/" + id).json();
        assertThat(listed.path("description").asText()).isEqualTo("E-mail about " + webhook);
        assertThat(listed.path("created_by").isNull()).isTrue();
        assertThat(Instant.parse(listed.path("expires_at").asText()))
                .isEqualTo(Instant.parse(listed.path("created_at").asText()).plus(Duration.ofDays(7)));
        assertThat(new MailboxClient(target).naming(id))
                .as("no e-mail about this key")
                .isEmpty();
        assertThat(target.account().delete("/v1/api_keys/" + id).status()).isEqualTo(200);
    }

    private static void assertAttemptedForTheWholeWindow(List<JsonNode> attempts) {
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

    private static void assertSignedAnewAndOtherwiseEqual(List<InboxDelivery> attempts) {
        assertThat(attempts).hasSizeGreaterThan(1);
        assertThat(attempts).extracting(InboxDelivery::attempt).isSorted().doesNotHaveDuplicates();
        assertThat(attempts)
                .extracting(InboxDelivery::body)
                .containsOnly(attempts.getFirst().body());
        assertThat(attempts)
                .extracting(attempt -> attempt.header("webhook-id"))
                .containsOnly(attempts.getFirst().event());
        assertThat(attempts).allMatch(InboxDelivery::verified).allSatisfy(attempt -> assertThat(
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
    private static Instant signed(InboxDelivery attempt) {
        return Instant.ofEpochSecond(Long.parseLong(attempt.header("webhook-timestamp")));
    }

    private static String status(Target target, ReceiverInbox inbox) {
        return target.account().webhook(inbox.webhook()).path("status").asText();
    }
}
