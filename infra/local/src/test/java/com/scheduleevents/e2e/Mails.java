package com.scheduleevents.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/** The mailbox that owners' e-mails arrive in. */
final class Mails {

    private final Http http;
    private final Target target;

    Mails(Target target) {
        this.http = new Http(target.authority());
        this.target = target;
    }

    /** Those whose text names this. */
    List<JsonNode> naming(String id) {
        JsonNode all = http.get(target.mailbox().resolve("/messages")).json();
        return StreamSupport.stream(all.spliterator(), false)
                .filter(mail -> mail.path("text").asText().contains(id))
                .toList();
    }

    /** The subjects of those about a webhook, without its host. */
    List<String> subjects(String webhook) {
        return naming(webhook).stream()
                .map(mail -> mail.path("subject").asText().replace("Your webhook for localhost ", ""))
                .toList();
    }

    /** Those that say that this webhook was disabled. */
    List<JsonNode> ofDisabling(String webhook) {
        return naming(webhook).stream()
                .filter(mail -> mail.path("subject").asText().endsWith(" was disabled"))
                .toList();
    }
}
