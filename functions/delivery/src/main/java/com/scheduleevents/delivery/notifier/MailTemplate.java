package com.scheduleevents.delivery.notifier;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.ComposedMail.Unsubscribing;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The Mustache template of one kind of e-mail, in the folder of this class: {@code kind.txt}, whose first line is the subject. Its HTML
 * is made of it by {@link HtmlForm}, in a frame that all e-mails share. An unknown value in a template is an error.
 */
final class MailTemplate {

    /** The value that says why the reader gets the e-mail; both forms end with it. */
    static final String REASON = "reason";

    /** The value that says where more is explained; both forms have it after the reason. */
    static final String HELP = "help";

    /** What both forms begin with, if anything. */
    static final String NOTE = "note";

    private static final String FRAME = "frame.html";

    private final Template text;
    private final Template html;
    private final Stripe stripe;
    private final MailBrand brand;

    /** The stripe at the top of the HTML, which says at first sight what the e-mail is about. */
    enum Stripe {
        /** Nothing is sent any more. */
        STOPPED("#d13438"),
        /** Something fails or waits. */
        AT_RISK("#c77700"),
        /** All is well again. */
        RECOVERED("#2e8b57"),
        /** Somebody changed something, or asks for something. */
        CHANGED("#2f6fdf");

        private final String colour;

        Stripe(String colour) {
            this.colour = colour;
        }
    }

    MailTemplate(String kind, Stripe stripe, MailBrand brand) {
        String written = read(kind + ".txt");
        String content = HtmlForm.of(written);
        this.text = Mustache.compiler().withEscaper(Escapers.NONE).compile(written);
        this.html = Mustache.compiler()
                .withEscaper(Escapers.HTML)
                .withLoader(_ -> new StringReader(content))
                .compile(read(FRAME));
        this.stripe = stripe;
        this.brand = brand;
    }

    /** @param values the values of the templates by name; they are escaped in HTML */
    ComposedMail fill(List<String> to, Map<String, Object> values, Unsubscribing unsubscribing) {
        String filled = text.execute(values);
        int firstLine = filled.indexOf('\n');
        String subject = filled.substring(0, firstLine);
        Map<String, Object> ofPage = new HashMap<>(values);
        ofPage.putAll(brand.values());
        ofPage.put("subject", subject);
        ofPage.put("stripe", stripe.colour);
        ofPage.put("help_words", MailWording.HELP);
        String note = values.containsKey(NOTE) ? values.get(NOTE) + "\n\n" : "";
        String body = brand.heading() + note + filled.substring(firstLine).strip() + "\n\n\n" + values.get(REASON)
                + "\n\n" + MailWording.HELP + " " + values.get(HELP) + "\n";
        if (unsubscribing instanceof Unsubscribing.ByLink(String url)) {
            ofPage.put("unsubscribe", Map.of("words", MailWording.UNSUBSCRIBE, "url", url));
            body += "\n" + MailWording.UNSUBSCRIBE + " " + url + "\n";
        }
        return new ComposedMail(to, subject, body, html.execute(ofPage), unsubscribing);
    }

    private static String read(String name) {
        try (InputStream file = MailTemplate.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new FileNotFoundException(name + " is not on the class path");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read; build this jar again", e);
        }
    }
}
