package com.scheduleevents.delivery.notifier;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import com.scheduleevents.domain.mail.ComposedMail;
import com.scheduleevents.domain.mail.ComposedMail.Unsubscribing;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The Mustache templates of one kind of e-mail, in the folder of this class: {@code kind.txt}, whose first line is the subject, and
 * {@code kind.html}. An unknown value in a template is an error.
 */
final class MailTemplate {

    /** The value that says why the reader gets the e-mail; both forms end with it. */
    static final String REASON = "reason";

    /** The value that is the URL at which the reader unsubscribes, if there is one; both forms end with it. */
    private static final String UNSUBSCRIBE = "unsubscribe";

    /** What both forms begin with, if anything. */
    static final String NOTE = "note";

    private final Template text;
    private final Template html;

    MailTemplate(String kind) {
        this.text = compile(kind + ".txt", Mustache.compiler().withEscaper(Escapers.NONE));
        this.html = compile(kind + ".html", Mustache.compiler().withEscaper(Escapers.HTML));
    }

    /** @param values the values of the templates by name; they are escaped in HTML */
    ComposedMail fill(List<String> to, Map<String, Object> values, Unsubscribing unsubscribing) {
        String filled = text.execute(values);
        int firstLine = filled.indexOf('\n');
        String subject = filled.substring(0, firstLine);
        Map<String, Object> ofPage = new HashMap<>(values);
        ofPage.put("subject", subject);
        String note = values.containsKey(NOTE) ? values.get(NOTE) + "\n\n" : "";
        String body = note + filled.substring(firstLine).strip() + "\n\n\n" + values.get(REASON) + "\n";
        if (unsubscribing instanceof Unsubscribing.ByLink(String url)) {
            ofPage.put(UNSUBSCRIBE, url);
            body += "\n" + MailWording.UNSUBSCRIBE + " " + url + "\n";
        }
        return new ComposedMail(to, subject, body, html.execute(ofPage), unsubscribing);
    }

    private static Template compile(String name, Mustache.Compiler compiler) {
        try (Reader file = open(name)) {
            return compiler.withLoader(MailTemplate::open).compile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " cannot be read; build this jar again", e);
        }
    }

    private static Reader open(String name) throws IOException {
        InputStream file = MailTemplate.class.getResourceAsStream(name);
        if (file == null) {
            throw new FileNotFoundException(name + " is not on the class path");
        }
        return new InputStreamReader(file, StandardCharsets.UTF_8);
    }
}
