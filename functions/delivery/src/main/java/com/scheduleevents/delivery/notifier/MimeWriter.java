package com.scheduleevents.delivery.notifier;

import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.ComposedMail.Unsubscribing;
import jakarta.mail.Message.RecipientType;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Writes e-mails as MIME messages (RFC 2045 to 2047), since SES adds no header to those that it composes itself. */
final class MimeWriter {

    private static final String UTF_8 = "UTF-8";

    private MimeWriter() {}

    /**
     * Writes an e-mail as plain text and as HTML, in ASCII. SES adds the headers {@code Date} and {@code Message-ID}.
     *
     * @param from the sender's address
     * @param sender what mail programs show in its place, if anything
     */
    static byte[] write(String from, Optional<String> sender, ComposedMail mail) {
        try {
            MimeMessage message = new WithoutId();
            InternetAddress address = address(from);
            if (sender.isPresent()) {
                address.setPersonal(sender.orElseThrow(), UTF_8);
            }
            message.setFrom(address);
            message.setRecipients(
                    RecipientType.TO,
                    mail.to().stream().map(MimeWriter::address).toArray(InternetAddress[]::new));
            message.setSubject(mail.subject(), UTF_8);
            addUnsubscribing(message, from, mail.unsubscribing());
            // A reader shows the last form that it can show (RFC 2046, section 5.1.4).
            message.setContent(new MimeMultipart("alternative", part(mail.text(), "plain"), part(mail.html(), "html")));
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            message.writeTo(written);
            return written.toByteArray();
        } catch (MessagingException | IOException e) {
            throw new IllegalStateException("an e-mail cannot be written as a MIME message", e);
        }
    }

    /** The fields of RFC 2369, section 3.2, and RFC 8058. */
    private static void addUnsubscribing(MimeMessage message, String from, Unsubscribing unsubscribing)
            throws MessagingException {
        switch (unsubscribing) {
            case Unsubscribing.Impossible() -> {}
            case Unsubscribing.ByMail(String subject) ->
                message.setHeader("List-Unsubscribe", "<" + mailTo(from, subject) + ">");
            case Unsubscribing.ByLink(String url) -> {
                message.setHeader("List-Unsubscribe", "<" + url + ">");
                message.setHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
            }
        }
    }

    private static String mailTo(String address, String subject) {
        try {
            return new URI("mailto", address + "?subject=" + subject, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("the sender's address cannot be written to", e);
        }
    }

    /** Taken as it is: whoever stored it has checked it. */
    private static InternetAddress address(String text) {
        InternetAddress address = new InternetAddress();
        address.setAddress(text);
        return address;
    }

    /** Quoted-printable keeps every line as short as SMTP requires, and the text readable. */
    private static MimeBodyPart part(String text, String subtype) throws MessagingException {
        MimeBodyPart part = new MimeBodyPart();
        part.setText(String.join("\r\n", text.lines().toList()) + "\r\n", UTF_8, subtype);
        part.setHeader("Content-Transfer-Encoding", "quoted-printable");
        return part;
    }

    /** Making an id would look up the name of the host, and SES replaces it. */
    private static final class WithoutId extends MimeMessage {

        WithoutId() {
            super((Session) null);
        }

        @Override
        protected void updateMessageID() {}
    }
}
