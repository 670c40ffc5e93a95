package com.scheduleevents.delivery.notifier;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.ComposedMail.Unsubscribing;
import com.scheduleevents.domain.mail.Notice;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.TextBody;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.util.MimeUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Has another library read what mail servers get. */
final class MimeWriterTest {

    private static final String FROM = "webhooks@service.example";
    private static final Unsubscribing LINK = new Unsubscribing.ByLink(
            "https://api.example.com/v1/console/unsubscriptions?token=acc_" + "0".repeat(76) + "." + "f".repeat(76));

    private static byte[] write(String subject, String text, Unsubscribing unsubscribing, String... to) {
        return MimeWriter.write(
                FROM,
                Optional.empty(),
                new ComposedMail(List.of(to), subject, text, "<p>" + text + "</p>", unsubscribing));
    }

    private static Message read(byte[] message) throws Exception {
        return new DefaultMessageBuilder().parseMessage(new ByteArrayInputStream(message));
    }

    private static String body(Entity part) throws Exception {
        return new String(((TextBody) part.getBody()).getInputStream().readAllBytes(), UTF_8);
    }

    @Test
    void umlautsEmojisAndLongLinesArriveInBothFormsAsAscii() throws Exception {
        String subject =
                "„Praxis Müller – Köln“ 🦷 was disabled, and its label is so long that the header has to be folded";
        String text = "Grüße\n.\nFrom here on: =20 \n" + "ü".repeat(700) + "x".repeat(1_200) + "\n";
        byte[] message = write(subject, text, LINK, "owner@north.example");

        assertThat(message)
                .as("ASCII")
                .doesNotContain(
                        IntStream.range(128, 256).mapToObj(b -> (byte) b).toArray(Byte[]::new));
        String raw = new String(message, US_ASCII);
        assertThat(raw.replace("\r\n", "")).as("line ends").doesNotContain("\r", "\n");
        assertThat(raw.lines()).allMatch(line -> line.length() <= 998);
        assertThat(raw).contains("Subject: =?UTF-8?").doesNotContain("Message-ID");

        Message read = read(message);
        assertThat(read.getSubject()).isEqualTo(subject);
        assertThat(read.getMimeType()).isEqualTo("multipart/alternative");
        List<Entity> parts = ((Multipart) read.getBody()).getBodyParts();
        assertThat(parts).extracting(Entity::getMimeType).containsExactly("text/plain", "text/html");
        assertThat(parts).extracting(Entity::getCharset).containsOnly("UTF-8");
        assertThat(body(parts.getFirst())).isEqualTo(text.replace("\n", "\r\n"));
        assertThat(body(parts.getLast())).contains("Grüße", "</p>");
    }

    @Test
    void namesTheSenderAndAllRecipients() throws Exception {
        String[] to = IntStream.range(0, 5)
                .mapToObj(i -> "o'neil+" + "a".repeat(50) + i + "@" + "b".repeat(60) + ".example")
                .toArray(String[]::new);
        Message read = read(write("Subject", "text", new Unsubscribing.Impossible(), to));
        assertThat(read.getFrom()).singleElement().hasToString(FROM);
        assertThat(read.getTo().flatten())
                .extracting(mailbox -> mailbox.getAddress())
                .containsExactly(to);
    }

    @Test
    void linkIsForOneClick() throws Exception {
        Message read = read(write("Subject", "text", LINK, "desk@north.example"));
        assertThat(field(read, "List-Unsubscribe")).isEqualTo("<" + ((Unsubscribing.ByLink) LINK).url() + ">");
        assertThat(field(read, "List-Unsubscribe-Post")).isEqualTo("List-Unsubscribe=One-Click");
    }

    @Test
    void requestIsAnEmailToTheOperator() throws Exception {
        Message read = read(write(
                "Subject",
                "text",
                new Unsubscribing.ByMail("Unsubscribe from failing of acc_1"),
                "owner@north.example"));
        assertThat(field(read, "List-Unsubscribe"))
                .isEqualTo("<mailto:webhooks@service.example?subject=Unsubscribe%20from%20failing%20of%20acc_1>");
        assertThat(read.getHeader().getField("List-Unsubscribe-Post")).isNull();
    }

    @Test
    void whatIsPromisedHasNoSuchHeader() throws Exception {
        Message read = read(write("Subject", "text", new Unsubscribing.Impossible(), "owner@north.example"));
        assertThat(read.getHeader().getFields())
                .noneMatch(field -> field.getName().startsWith("List-"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Harbour Events", "Praxis Müller, Köln", "a@b.example (c) <d>"})
    void mailProgramsShowTheNameOfTheDeployment(String name) throws Exception {
        ComposedMail mail = new ComposedMail(
                List.of("owner@north.example"), "Subject", "text", "<p>text</p>", new Unsubscribing.Impossible());
        byte[] written = MimeWriter.write(FROM, Optional.of(name), mail);
        assertThat(new String(written, US_ASCII).getBytes(US_ASCII)).isEqualTo(written);
        Mailbox from = read(written).getFrom().getFirst();
        assertThat(from.getName()).isEqualTo(name);
        assertThat(from.getAddress()).isEqualTo(FROM);
        assertThat(read(MimeWriter.write(FROM, Optional.empty(), mail))
                        .getFrom()
                        .getFirst()
                        .getName())
                .isNull();
    }

    static List<Notice.OfWebhook> hostile() {
        return SampleNotices.hostile();
    }

    /** Foreign text adds no header. */
    @ParameterizedTest
    @MethodSource("hostile")
    void foreignTextStaysWhereItBelongs(Notice.OfWebhook notice) throws Exception {
        ComposedMail mail =
                MailComposerTest.MAILS.write(List.of("owner@north.example"), notice, 0, MailComposerTest.MISSING_SINCE);
        Message read = read(MimeWriter.write(FROM, Optional.empty(), mail));
        assertThat(read.getSubject()).isEqualTo(mail.subject());
        assertThat(read.getBcc()).isNull();
        assertThat(read.getHeader().getFields().stream()
                        .map(field -> field.getName())
                        .distinct()
                        .count())
                .isEqualTo(read.getHeader().getFields().size());
    }

    private static String field(Message message, String name) {
        return MimeUtil.unfold(message.getHeader().getField(name).getBody()).strip();
    }
}
