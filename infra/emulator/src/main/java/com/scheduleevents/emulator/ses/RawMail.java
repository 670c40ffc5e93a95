package com.scheduleevents.emulator.ses;

import jakarta.mail.Address;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeUtility;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A MIME message, as SendRawEmail takes it.
 *
 * @param from the addresses in the header of that name, as the others
 * @param subject empty when there is none
 * @param text the first plain part, with line feeds alone; empty when there is none
 * @param html the first HTML part, in the same way
 * @param headers all fields of the message by name, in whatever case; unfolded
 */
public record RawMail(
        List<String> from,
        List<String> to,
        List<String> cc,
        List<String> bcc,
        String subject,
        String text,
        String html,
        Map<String, String> headers) {

    /**
     * Reads a message.
     *
     * @throws IllegalArgumentException when it is none
     */
    public static RawMail read(byte[] message) {
        try {
            MimeMessage read = new MimeMessage(lenient(), new ByteArrayInputStream(message));
            return new RawMail(
                    addresses(read.getFrom()),
                    addresses(read.getRecipients(RecipientType.TO)),
                    addresses(read.getRecipients(RecipientType.CC)),
                    addresses(read.getRecipients(RecipientType.BCC)),
                    Optional.ofNullable(read.getSubject()).orElse(""),
                    part(read, "text/plain"),
                    part(read, "text/html"),
                    headers(read));
        } catch (MessagingException | IOException e) {
            throw new IllegalArgumentException("no MIME message", e);
        }
    }

    /** Takes addresses as they are: SES accepts domains that the library refuses, such as those with an underscore. */
    private static Session lenient() {
        Properties properties = new Properties();
        properties.setProperty("mail.mime.address.strict", "false");
        return Session.getInstance(properties);
    }

    /** A field of the message; empty when it has none of this name. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headers.get(name));
    }

    private static Map<String, String> headers(MimeMessage message) throws MessagingException {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        message.getAllHeaders()
                .asIterator()
                .forEachRemaining(header -> headers.put(header.getName(), MimeUtility.unfold(header.getValue())));
        return headers;
    }

    private static List<String> addresses(Address @Nullable [] addresses) {
        return addresses == null
                ? List.of()
                : Arrays.stream(addresses).map(Address::toString).toList();
    }

    /** The first part with that type at any depth; empty when there is none. */
    private static String part(Part part, String type) throws MessagingException, IOException {
        if (part.isMimeType(type)) {
            return part.getContent().toString().replace("\r\n", "\n");
        }
        if (part.getContent() instanceof Multipart parts) {
            for (int i = 0; i < parts.getCount(); i++) {
                String found = part(parts.getBodyPart(i), type);
                if (!found.isEmpty()) {
                    return found;
                }
            }
        }
        return "";
    }
}
