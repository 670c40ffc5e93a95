package com.scheduleevents.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/** Reads the mailbox in which the e-mails to owners arrive. */
final class MailboxClient {

    private final HttpsClient http;
    private final Target target;

    MailboxClient(Target target) {
        this.http = target.http();
        this.target = target;
    }

    /** The e-mails whose text contains this id, without the one about the registration of a webhook, which each webhook has. */
    List<JsonNode> naming(String id) {
        return containing(id).stream().filter(mail -> !isOfRegistration(mail)).toList();
    }

    /** The e-mails about the registration of this webhook. */
    List<JsonNode> ofRegistration(String webhook) {
        return containing(webhook).stream()
                .filter(MailboxClient::isOfRegistration)
                .toList();
    }

    private static boolean isOfRegistration(JsonNode mail) {
        return mail.path("subject").asText().endsWith(" was registered");
    }

    private List<JsonNode> containing(String id) {
        return all().filter(mail -> mail.path("text").asText().contains(id)).toList();
    }

    private Stream<JsonNode> all() {
        String mailbox = withoutSlash(target.mailbox());
        if (mailbox.endsWith("/_aws/ses")) {
            return messages(mailbox).path("messages").valueStream().map(MailboxClient::ofLocalStack);
        }
        JsonNode all = messages(mailbox + "/messages");
        return all.isArray()
                ? all.valueStream()
                : all.path("messages").valueStream().flatMap(MailboxClient::ofMiniStack);
    }

    private JsonNode messages(String url) {
        return http.get(URI.create(url)).json();
    }

    private static JsonNode ofLocalStack(JsonNode mail) {
        ObjectNode same = JsonNodeFactory.instance.objectNode();
        same.set("to", mail.at("/Destination/ToAddresses"));
        same.set("subject", mail.path("Subject"));
        same.set("text", mail.at("/Body/text_part"));
        same.set("html", mail.at("/Body/html_part"));
        return same;
    }

    /** MiniStack lists e-mails by account, and uses other names for their fields. */
    private static Stream<JsonNode> ofMiniStack(JsonNode account) {
        return account.valueStream().map(mail -> {
            ObjectNode same = JsonNodeFactory.instance.objectNode();
            same.set("to", mail.path("To"));
            same.set("subject", mail.path("Subject"));
            same.set("text", mail.path("BodyText"));
            same.set("html", mail.path("BodyHtml"));
            return same;
        });
    }

    private static String withoutSlash(URI url) {
        return url.toString().replaceAll("/$", "");
    }

    /** The e-mails that say that this webhook was disabled. */
    List<JsonNode> ofDisabling(String webhook) {
        return naming(webhook).stream()
                .filter(mail -> mail.path("subject").asText().endsWith(" was disabled"))
                .toList();
    }
}
