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

    /** The e-mails whose text contains this id. */
    List<JsonNode> naming(String id) {
        JsonNode all = http.get(URI.create(withoutSlash(target.mailbox()) + "/messages"))
                .json();
        return (all.isArray()
                        ? all.valueStream()
                        : all.path("messages").valueStream().flatMap(MailboxClient::ofMiniStack))
                .filter(mail -> mail.path("text").asText().contains(id))
                .toList();
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

    private static String withoutSlash(URI address) {
        return address.toString().replaceAll("/$", "");
    }

    /** The e-mails that say that this webhook was disabled. */
    List<JsonNode> ofDisabling(String webhook) {
        return naming(webhook).stream()
                .filter(mail -> mail.path("subject").asText().endsWith(" was disabled"))
                .toList();
    }
}
