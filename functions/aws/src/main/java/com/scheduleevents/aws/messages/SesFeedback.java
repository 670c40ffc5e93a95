package com.scheduleevents.aws.messages;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.id.Identifiers;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.MailFeedback;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Reads what SES tells of e-mails: the records of event publishing that a configuration set sends to a topic, in the envelope in which SNS
 * puts them on a queue.
 */
public final class SesFeedback {

    /** The tag of each e-mail that names the account for which it was sent. */
    public static final String ACCOUNT_TAG = "account";

    /** What SES says, as mere text, when a topic becomes the destination of a configuration set. */
    private static final String GREETING = "Successfully validated SNS topic for Amazon SES event publishing.";

    private static final JsonMapper JSON = new JsonMapper();

    private SesFeedback() {}

    /** Whether a message is a notification of SNS, whatever it says. */
    public static boolean isOne(String message) {
        try {
            return "Notification".equals(JSON.readTree(message).path("Type").textValue());
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /**
     * Reads a notification.
     *
     * @return empty where nothing follows from it: a bounce that may pass, a delay, a complaint that was taken back, or an e-mail that
     *     names no account, which somebody else has sent
     * @throws MalformedMessage when it is no record of SES
     */
    public static Optional<MailFeedback> read(String message) {
        String published = parsed(message).path("Message").asText();
        if (published.equals(GREETING)) {
            return Optional.empty();
        }
        JsonNode event = parsed(published);
        if (!event.path("eventType").isTextual() || !event.path("mail").isObject()) {
            throw new MalformedMessage("not a record of SES: eventType or mail is missing");
        }
        return why(event)
                .flatMap(why -> account(event).map(account -> new MailFeedback(account, why, addresses(event))));
    }

    private static JsonNode parsed(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new MalformedMessage("not a record of SES: its Message is not JSON");
        }
    }

    private static Optional<AddressStatus> why(JsonNode event) {
        return switch (event.path("eventType").asText()) {
            // Others are Transient and Undetermined: the next e-mail may arrive.
            case "Bounce" ->
                Optional.of(AddressStatus.BOUNCED).filter(_ -> is(event, "bounce", "bounceType", "Permanent"));
            case "Complaint" ->
                Optional.of(AddressStatus.COMPLAINED)
                        .filter(_ -> !is(event, "complaint", "complaintFeedbackType", "not-spam"));
            default -> Optional.empty();
        };
    }

    private static boolean is(JsonNode event, String object, String field, String value) {
        return value.equals(event.path(object).path(field).textValue());
    }

    private static Optional<AccountId> account(JsonNode event) {
        return event.path("mail")
                .path("tags")
                .path(ACCOUNT_TAG)
                .valueStream()
                .map(JsonNode::asText)
                .filter(value -> Identifiers.isValid(AccountId.PREFIX, value))
                .findFirst()
                .map(AccountId::new);
    }

    private static List<String> addresses(JsonNode event) {
        return Stream.of(
                        event.path("bounce").path("bouncedRecipients"),
                        event.path("complaint").path("complainedRecipients"))
                .flatMap(JsonNode::valueStream)
                .map(recipient -> bare(recipient.path("emailAddress").asText()))
                .toList();
    }

    /** The address in {@code "Name" <address>}, as mail servers may report it. */
    private static String bare(String address) {
        int begin = address.lastIndexOf('<');
        int end = address.indexOf('>', begin + 1);
        return (begin >= 0 && end > begin ? address.substring(begin + 1, end) : address).strip();
    }
}
