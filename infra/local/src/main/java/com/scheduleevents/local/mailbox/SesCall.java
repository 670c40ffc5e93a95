package com.scheduleevents.local.mailbox;

import com.scheduleevents.emulator.ses.RawMail;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reads e-mails from calls of SES's query API (API reference, version 2010-12-01). */
final class SesCall {

    private static final String INVALID = "InvalidParameterValue";

    /** SES's limit of recipients of a message. */
    private static final int MAX_RECIPIENTS = 50;

    private final Map<String, List<String>> fields;

    SesCall(Map<String, List<String>> fields) {
        this.fields = fields;
    }

    String action() {
        return value("Action");
    }

    /** The configuration set that the e-mail names, if any. */
    Optional<String> configurationSet() {
        return Optional.of(value("ConfigurationSetName")).filter(name -> !name.isEmpty());
    }

    /** The tags of the e-mail. */
    Map<String, String> tags() {
        return IntStream.iterate(1, n -> fields.containsKey("Tags.member." + n + ".Name"), n -> n + 1)
                .boxed()
                .collect(Collectors.toMap(
                        n -> value("Tags.member." + n + ".Name"), n -> value("Tags.member." + n + ".Value")));
    }

    /** The e-mail of a SendEmail or SendRawEmail. */
    CapturedMail mail(String id, Instant at) throws SesError {
        CapturedMail mail =
                switch (action()) {
                    case "SendEmail" -> simple(id, at);
                    case "SendRawEmail" -> raw(id, at);
                    default ->
                        throw new SesError(
                                "InvalidAction",
                                "The mailbox knows SendEmail and SendRawEmail, not \"" + action() + "\".");
                };
        checked(mail);
        return mail;
    }

    private CapturedMail simple(String id, Instant at) throws SesError {
        if (!fields.containsKey("Message.Subject.Data")) {
            throw new SesError("ValidationError", "Message.Subject is missing.");
        }
        if (!fields.containsKey("Message.Body.Text.Data") && !fields.containsKey("Message.Body.Html.Data")) {
            throw new SesError("ValidationError", "Message.Body has neither Text nor Html.");
        }
        return new CapturedMail(
                id,
                at.toString(),
                value("Source"),
                members("Destination.ToAddresses"),
                members("Destination.CcAddresses"),
                members("Destination.BccAddresses"),
                value("Message.Subject.Data"),
                value("Message.Body.Text.Data"),
                value("Message.Body.Html.Data"),
                "");
    }

    private CapturedMail raw(String id, Instant at) throws SesError {
        try {
            RawMail mail = RawMail.read(Base64.getMimeDecoder().decode(value("RawMessage.Data")));
            List<String> destinations = members("Destinations");
            return new CapturedMail(
                    id,
                    at.toString(),
                    value("Source").isEmpty() ? String.join(", ", mail.from()) : value("Source"),
                    destinations.isEmpty() ? mail.to() : destinations,
                    mail.cc(),
                    mail.bcc(),
                    mail.subject(),
                    mail.text(),
                    mail.html(),
                    mail.header(CapturedMail.LIST_UNSUBSCRIBE).orElse(""));
        } catch (IllegalArgumentException malformed) {
            throw new SesError(INVALID, "RawMessage.Data is no MIME message in base64.", malformed);
        }
    }

    private static void checked(CapturedMail mail) throws SesError {
        if (mail.from().isBlank()) {
            throw new SesError("ValidationError", "Source is missing. Name the address that the e-mail comes from.");
        }
        List<String> recipients = Stream.of(mail.to(), mail.cc(), mail.bcc())
                .flatMap(List::stream)
                .toList();
        if (recipients.isEmpty()) {
            throw new SesError("ValidationError", "Destination has no address. Name at least one recipient.");
        }
        if (recipients.size() > MAX_RECIPIENTS) {
            throw new SesError(INVALID, "Recipient count exceeds " + MAX_RECIPIENTS + ".");
        }
        for (String address :
                Stream.concat(Stream.of(mail.from()), recipients.stream()).toList()) {
            if (!address.matches("(?s)[^\\r\\n]*[^@\\s]@[^@\\s]+")) {
                throw new SesError(INVALID, "Missing or malformed address: " + address);
            }
        }
    }

    private String value(String name) {
        return fields.getOrDefault(name, List.of("")).getLast();
    }

    /** Reads a list of the query protocol: name.member.1, name.member.2, … */
    private List<String> members(String name) {
        return IntStream.iterate(1, n -> fields.containsKey(name + ".member." + n), n -> n + 1)
                .mapToObj(n -> value(name + ".member." + n))
                .toList();
    }
}
