package com.scheduleevents.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.local.mailbox.EmulatorMails;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/** Reads the mailbox in which the e-mails to owners arrive. */
final class MailboxClient {

    private static final ObjectMapper JSON = new ObjectMapper();

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

    /** The e-mails to an address, oldest first. */
    List<JsonNode> to(String address) {
        return all().filter(mail ->
                        mail.path("to").valueStream().anyMatch(to -> to.asText().equals(address)))
                .toList();
    }

    private List<JsonNode> containing(String id) {
        return all().filter(mail -> mail.path("text").asText().contains(id)).toList();
    }

    /** A deployment on an emulator may be given with the emulator's own list instead of a mailbox. */
    private Stream<JsonNode> all() {
        String mailbox = target.mailbox().toString().replaceAll("/$", "");
        boolean ofEmulator = mailbox.endsWith("/_aws/ses");
        JsonNode all = http.get(URI.create(ofEmulator ? mailbox : mailbox + "/messages"))
                .json();
        return all.isArray()
                ? all.valueStream()
                : EmulatorMails.read(all).stream().map(JSON::valueToTree);
    }

    /** The e-mails that say that this webhook was disabled. */
    List<JsonNode> ofDisabling(String webhook) {
        return naming(webhook).stream()
                .filter(mail -> mail.path("subject").asText().endsWith(" was disabled"))
                .toList();
    }
}
