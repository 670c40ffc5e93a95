package com.scheduleevents.local.mailbox;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Publishes what becomes of an e-mail, as SES does for those that name a configuration set with a destination for bounces and complaints,
 * in the envelope of SNS. Only e-mails to the addresses of SES's mailbox simulator come back: {@code bounce}, {@code suppressionlist},
 * {@code ooto} and {@code complaint} {@code @simulator.amazonses.com}, each also with a label, as in {@code bounce+1@…}.
 */
final class MailboxSimulator {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern ADDRESS = Pattern.compile("([a-z]+)(?:\\+[^@]*)?@simulator\\.amazonses\\.com");

    private MailboxSimulator() {}

    /**
     * The messages that follow from an e-mail; none for one without a configuration set.
     *
     * @param tags of the e-mail
     */
    static List<String> feedback(CapturedMail mail, Optional<String> configurationSet, Map<String, String> tags) {
        return configurationSet.stream()
                .flatMap(set -> Stream.of(mail.to(), mail.cc(), mail.bcc())
                        .flatMap(List::stream)
                        .flatMap(address -> event(address).stream())
                        .map(event -> published(mail, set, tags, event)))
                .toList();
    }

    private static Optional<ObjectNode> event(String address) {
        Matcher simulated = ADDRESS.matcher(address);
        return simulated.matches() ? event(simulated.group(1), address) : Optional.empty();
    }

    private static Optional<ObjectNode> event(String kind, String address) {
        return switch (kind) {
            case "bounce" -> Optional.of(bounce("Permanent", "General", address));
            case "suppressionlist" -> Optional.of(bounce("Permanent", "Suppressed", address));
            case "ooto" -> Optional.of(bounce("Transient", "General", address));
            case "complaint" -> Optional.of(complaint(address));
            default -> Optional.empty();
        };
    }

    private static ObjectNode bounce(String type, String subtype, String address) {
        ObjectNode event = JSON.createObjectNode().put("eventType", "Bounce");
        ObjectNode bounce = event.putObject("bounce").put("bounceType", type).put("bounceSubType", subtype);
        bounce.putArray("bouncedRecipients").addObject().put("emailAddress", address);
        return event;
    }

    private static ObjectNode complaint(String address) {
        ObjectNode event = JSON.createObjectNode().put("eventType", "Complaint");
        ObjectNode complaint = event.putObject("complaint").put("complaintFeedbackType", "abuse");
        complaint.putArray("complainedRecipients").addObject().put("emailAddress", address);
        return event;
    }

    private static String published(CapturedMail mail, String set, Map<String, String> tags, ObjectNode event) {
        ObjectNode about = event.putObject("mail")
                .put("timestamp", mail.at())
                .put("source", mail.from())
                .put("messageId", mail.id());
        mail.to().forEach(about.putArray("destination")::add);
        ObjectNode named = about.putObject("tags");
        named.putArray("ses:configuration-set").add(set);
        tags.forEach((name, value) -> named.putArray(name).add(value));
        return JSON.createObjectNode()
                .put("Type", "Notification")
                .put("MessageId", UUID.randomUUID().toString())
                .put("TopicArn", "arn:aws:sns:us-east-1:000000000000:" + set)
                .put("Message", event.toString())
                .put("Timestamp", mail.at())
                .toString();
    }
}
