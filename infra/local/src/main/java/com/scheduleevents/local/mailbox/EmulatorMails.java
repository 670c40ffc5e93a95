package com.scheduleevents.local.mailbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.emulator.ses.RawMail;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** The e-mails that a foreign emulator of SES has captured. MiniStack and LocalStack list them in forms of their own. */
public final class EmulatorMails {

    private static final ObjectMapper JSON = new ObjectMapper();

    private EmulatorMails() {}

    /**
     * Asks the emulator for its e-mails, oldest first.
     *
     * @param list the URL of its list
     */
    static List<CapturedMail> at(URI list) {
        try (InputStream body = list.toURL().openStream()) {
            return read(JSON.readTree(body));
        } catch (IOException e) {
            throw new UncheckedIOException("The emulator does not list its e-mails at " + list + ".", e);
        }
    }

    /**
     * Reads the list of either emulator: LocalStack's is an array, MiniStack's an array for each AWS account. LocalStack has the MIME messages
     * as they were sent; MiniStack has taken them apart, and lost their other headers.
     */
    public static List<CapturedMail> read(JsonNode list) {
        JsonNode messages = list.path("messages");
        Stream<CapturedMail> mails = messages.isArray()
                ? messages.valueStream().map(EmulatorMails::ofLocalStack)
                : messages.valueStream().flatMap(JsonNode::valueStream).map(EmulatorMails::ofMiniStack);
        return mails.toList();
    }

    private static CapturedMail ofLocalStack(JsonNode mail) {
        RawMail raw = RawMail.read(mail.path("RawData").asText().getBytes(StandardCharsets.UTF_8));
        return new CapturedMail(
                mail.path("Id").asText(),
                mail.path("Timestamp").asText(),
                mail.path("Source").asText(),
                raw.to(),
                raw.cc(),
                raw.bcc(),
                raw.subject(),
                raw.text(),
                raw.html(),
                raw.header(CapturedMail.LIST_UNSUBSCRIBE).orElse(""));
    }

    private static CapturedMail ofMiniStack(JsonNode mail) {
        return new CapturedMail(
                mail.path("MessageId").asText(),
                mail.path("Timestamp").asText(),
                mail.path("Source").asText(),
                texts(mail.path("To")),
                texts(mail.path("CC")),
                texts(mail.path("BCC")),
                mail.path("Subject").asText(),
                mail.path("BodyText").asText().replace("\r\n", "\n"),
                mail.path("BodyHtml").asText("").replace("\r\n", "\n"),
                "");
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asText).toList();
    }
}
