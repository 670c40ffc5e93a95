package com.scheduleevents.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how the address of a webhook is confirmed, that it gets nothing else before, and what happens when e-mails come back. */
@RequiresCapability(SharedClouds.COMPRESSED)
class NotifiedAddressTest {

    static final String LINK_SUBJECT = "Confirm your e-mail address";

    /** More than a series of failures takes to be over. */
    private static final int SUCCESSES = 8;

    private static final Pattern LINK = Pattern.compile("/v1/console#confirm=(\\S+)");
    private static final Pattern UNSUBSCRIBE = Pattern.compile("(https?://\\S+/v1/console/unsubscriptions\\S+)");
    private static final List<String> TYPES = List.of("appointment.confirmed");

    private final String label = UUID.randomUUID().toString();

    @Test
    void addressGetsMailsOnceItIsConfirmed(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "notified-" + label, TYPES);
        String address = "desk-" + label + "@clinic.example";
        MailTest.patch(target, path(inbox), notify(address));
        assertThat(status(target, inbox)).isEqualTo("pending");
        JsonNode link = Await.await("the link")
                .until(() -> mails(target, address), found -> !found.isEmpty())
                .getFirst();
        assertThat(link.path("subject").asText()).isEqualTo(LINK_SUBJECT);

        inbox.order("\"do\":\"status\",\"status\":500");
        target.account().record(ChangeSamples.of(TYPES.getFirst(), "cln_harbour", "prv_1"));
        MailboxClient mailbox = new MailboxClient(target);
        Await.await("the owner's e-mail").until(() -> mailbox.naming(inbox.webhook()).stream()
                .anyMatch(mail -> mail.path("to").toString().contains("owner@demo.example")
                        && mail.path("subject").asText().endsWith("is failing")));
        assertThat(mails(target, address)).as("nothing but the link").hasSize(1);

        String body = body(link);
        assertThat(post(target, "{\"token\":\"x\"}").status()).isEqualTo(404);
        assertThat(post(target, body).status()).isEqualTo(204);
        assertThat(post(target, body).status()).as("once").isEqualTo(404);
        assertThat(status(target, inbox)).isEqualTo("confirmed");
        assertThat(listed(target).get(inbox.webhook())).isEqualTo("confirmed");
        assertThat(actions(target, inbox)).contains("notify.confirmed");

        inbox.order("\"do\":\"status\",\"status\":200");
        // Each success halves the failure score, and the next retry may be minutes away.
        for (int i = 0; i < SUCCESSES; i++) {
            target.account().record(ChangeSamples.of(TYPES.getFirst(), "cln_harbour", "prv_1"));
        }
        Await.await("an e-mail about the recovery")
                .until(() -> mails(target, address).size() > 1);
        assertThat(mails(target, address).getLast().path("subject").asText()).endsWith("works again");

        String link2 = unsubscribing(mails(target, address).getLast());
        assertThat(unsubscribing(link)).as("one link for all e-mails").isEqualTo(link2);
        HttpsResponse opened = target.http().send("GET", URI.create(target.reachable(link2)), Map.of(), "");
        assertThat(opened.status()).isEqualTo(303);
        assertThat(opened.header("Location")).startsWith("../console#unsubscribe=acc_demo.");
        assertThat(status(target, inbox)).as("opening it does nothing").isEqualTo("confirmed");

        ReceiverInbox second = ReceiverInbox.open(target, "second-" + label, TYPES);
        MailTest.patch(target, path(second), notify(address));
        assertThat(status(target, second)).as("for the whole account").isEqualTo("confirmed");

        assertThat(target.http()
                        .send(
                                "POST",
                                URI.create(target.reachable(link2)),
                                Map.of("Content-Type", "application/x-www-form-urlencoded"),
                                "List-Unsubscribe=One-Click")
                        .status())
                .isEqualTo(204);
        assertThat(status(target, inbox)).isEqualTo("unsubscribed");
        assertThat(actions(target, inbox)).contains("notify.ended");
    }

    /** The URL in the text, which is that of the header, where the mailbox shows it. */
    private static String unsubscribing(JsonNode mail) {
        Matcher link = UNSUBSCRIBE.matcher(mail.path("text").asText());
        assertThat(link.find()).isTrue();
        assertThat(mail.path("listUnsubscribe").asText()).isIn("", "<" + link.group(1) + ">");
        return link.group(1);
    }

    /** The mailbox knows the addresses of SES's mailbox simulator. */
    @ParameterizedTest
    @CsvSource({"bounce, bounced", "complaint, complained"})
    void whatComesBackEndsTheAddress(String simulated, String status, Target target, StackAccess stack) {
        target.needs(Capability.BOUNCES);
        ReceiverInbox inbox = ReceiverInbox.open(target, simulated + "-" + label, TYPES);
        String address = simulated + "+" + label + "@simulator.amazonses.com";
        MailTest.patch(target, path(inbox), notify(address));

        Await.await("the end of the address").until(() -> status(target, inbox).equals(status));
        assertThat(actions(target, inbox)).contains("notify.ended");
        assertThat(mails(target, address)).hasSize(1);

        OperatorCalls operator = stack.operator();
        assertThat(operator.run("address", "show", "acc_demo", address)).contains(status);
        operator.run("address", "forget", "acc_demo", address);
        assertThat(status(target, inbox)).isEqualTo("pending");
    }

    @Test
    void ownersAddressNeedsNoConfirmation(Target target) {
        ReceiverInbox inbox = ReceiverInbox.open(target, "own-" + label, TYPES);
        MailTest.patch(target, path(inbox), notify("owner@demo.example"));
        assertThat(status(target, inbox)).isEqualTo("confirmed");
    }

    /**
     * Sets the address of a webhook and confirms it. Where a day is compressed to seconds, a link may end before it is used, so another
     * one is asked for.
     *
     * @param settings name the address
     */
    static void confirm(Target target, ReceiverInbox inbox, String settings) {
        Await.await("the confirmation").until(() -> {
            MailTest.patch(target, path(inbox), settings);
            JsonNode shown = target.account().webhook(inbox.webhook());
            List<JsonNode> sent = mails(target, shown.at("/notify/email").asText());
            return shown.path("notify_status").asText().equals("confirmed")
                    || (!sent.isEmpty() && post(target, body(sent.getLast())).status() == 204);
        });
    }

    private static String body(JsonNode mail) {
        Matcher token = LINK.matcher(mail.path("text").asText());
        assertThat(token.find()).isTrue();
        return "{\"token\":\"" + token.group(1) + "\"}";
    }

    private static String path(ReceiverInbox inbox) {
        return "/v1/webhooks/" + inbox.webhook();
    }

    private static String notify(String address) {
        return "{\"notify\":{\"email\":\"" + address + "\"}}";
    }

    private static String status(Target target, ReceiverInbox inbox) {
        return target.account().webhook(inbox.webhook()).path("notify_status").asText();
    }

    private static Map<String, String> listed(Target target) {
        return target.account()
                .get("/v1/webhooks?limit=100")
                .json()
                .path("data")
                .valueStream()
                .filter(webhook -> webhook.hasNonNull("notify_status"))
                .collect(Collectors.toMap(
                        webhook -> webhook.path("id").asText(),
                        webhook -> webhook.path("notify_status").asText()));
    }

    private static List<String> actions(Target target, ReceiverInbox inbox) {
        return target.account()
                .get("/v1/audit_log?limit=100")
                .json()
                .path("data")
                .valueStream()
                .filter(entry -> entry.path("webhook_id").asText().equals(inbox.webhook()))
                .map(entry -> entry.path("action").asText())
                .toList();
    }

    private static List<JsonNode> mails(Target target, String address) {
        return new MailboxClient(target).to(address);
    }

    private static HttpsResponse post(Target target, String body) {
        return target.http()
                .send("POST", target.at("/v1/console/confirmations"), Map.of("Content-Type", "application/json"), body);
    }
}
