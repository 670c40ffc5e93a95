package com.scheduleevents.delivery.notifier;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.Notice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Writes a preview of every e-mail: {@code target/mail-previews/index.html}. */
final class MailPreviewTest {

    private static final Path PREVIEWS = Path.of("target/mail-previews");

    @Test
    void writesAPreviewOfEveryMail() throws IOException {
        Files.createDirectories(PREVIEWS);
        StringBuilder index = new StringBuilder("""
                <!doctype html>
                <html lang="en">
                <meta charset="utf-8">
                <meta name="color-scheme" content="light dark">
                <title>E-mails</title>
                <body style="font-family:sans-serif; margin:2rem auto; max-width:44rem">
                <h1>E-mails</h1>
                """);
        for (Map.Entry<String, List<Notice.OfWebhook>> set : notices().entrySet()) {
            index.append("<h2>").append(set.getKey()).append("</h2>\n<ul>\n");
            for (Notice.OfWebhook notice : set.getValue()) {
                index.append(preview(
                        set.getKey(),
                        notice,
                        MailComposerTest.MAILS.write(
                                List.of("owner@example.com"), notice, 1_001, MailComposerTest.MISSING_SINCE)));
            }
            index.append("</ul>\n");
        }
        Files.writeString(PREVIEWS.resolve("index.html"), index);

        try (var files = Files.list(PREVIEWS)) {
            assertThat(files).hasSizeGreaterThanOrEqualTo(25);
        }
    }

    private static Map<String, List<Notice.OfWebhook>> notices() {
        return new TreeMap<>(Map.of(
                "full", SampleNotices.full(), "minimal", SampleNotices.minimal(), "hostile", SampleNotices.hostile()));
    }

    private static String preview(String set, Notice.OfWebhook notice, ComposedMail mail) throws IOException {
        String name = set + "-" + notice.due().kind().name().toLowerCase(Locale.ROOT);
        Files.writeString(PREVIEWS.resolve(name + ".html"), mail.html());
        Files.writeString(PREVIEWS.resolve(name + ".txt"), "Subject: " + mail.subject() + "\n\n" + mail.text());
        return "<li><a href=\"%1$s.html\">%1$s</a>, <a href=\"%1$s.txt\">as text</a></li>%n".formatted(name);
    }
}
