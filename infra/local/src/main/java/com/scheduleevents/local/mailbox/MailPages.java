package com.scheduleevents.local.mailbox;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.emulator.http.HtmlPage;
import com.scheduleevents.emulator.http.ServerResponse;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Shows captured e-mails, as pages and as JSON. */
final class MailPages {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MESSAGES = "/messages";

    private final Supplier<List<CapturedMail>> mails;

    /** @param mails the e-mails, oldest first */
    MailPages(Supplier<List<CapturedMail>> mails) {
        this.mails = mails;
    }

    /** The list at /, the JSON at /messages, and one e-mail below that. */
    ServerResponse at(String path) {
        if (path.equals("/")) {
            return ServerResponse.html(page(mails.get().reversed()));
        }
        if (path.equals(MESSAGES)) {
            return ServerResponse.json(200, JSON.valueToTree(mails.get()));
        }
        boolean html = path.endsWith("/html");
        String id = path.replace(MESSAGES + "/", "").replace("/html", "");
        return mails.get().stream()
                .filter(mail -> mail.id().equals(id))
                .findFirst()
                .map(mail -> html ? ServerResponse.html(mail.html()) : ServerResponse.json(200, JSON.valueToTree(mail)))
                .orElseGet(MailPages::nothingHere);
    }

    static ServerResponse nothingHere() {
        return ServerResponse.text(404, "Not found; see GET /help.\n");
    }

    private static String page(List<CapturedMail> newestFirst) {
        String subjects = newestFirst.stream().map(MailPages::subject).collect(Collectors.joining("\n"));
        String articles = newestFirst.stream().map(MailPages::article).collect(Collectors.joining("\n"));
        return HtmlPage.page(
                "Mailbox",
                "<p>" + (newestFirst.size() == 1 ? "1 e-mail" : newestFirst.size() + " e-mails, newest first")
                        + ". <a href=\"/messages\">As JSON</a>, <a href=\"/help\">help</a>."
                        + "</p>\n<ul>\n" + subjects + "\n</ul>\n" + articles);
    }

    private static String subject(CapturedMail mail) {
        return "<li><a href=\"#" + HtmlPage.text(mail.id()) + "\">" + HtmlPage.text(mail.subject()) + "</a>, "
                + HtmlPage.text(mail.at()) + "</li>";
    }

    private static String article(CapturedMail mail) {
        return "<article id=\"" + HtmlPage.text(mail.id()) + "\">\n<h2>" + HtmlPage.text(mail.subject()) + "</h2>\n<p>"
                + HtmlPage.text(mail.at()) + ", from "
                + HtmlPage.text(mail.from()) + " to " + HtmlPage.text(String.join(", ", mail.to())) + "</p>\n"
                + (mail.listUnsubscribe().isEmpty()
                        ? ""
                        : "<p>List-Unsubscribe: " + HtmlPage.text(mail.listUnsubscribe()) + "</p>\n")
                + "<pre>" + HtmlPage.text(mail.text()) + "</pre>\n"
                + (mail.html().isEmpty() ? "" : html(MESSAGES + "/" + HtmlPage.text(mail.id()) + "/html"))
                + "</article>";
    }

    /** In a sandboxed frame, so that the e-mail cannot run scripts or change the page. */
    private static String html(String url) {
        return "<p><a href=\"" + url
                + "\">HTML part</a></p>\n<iframe sandbox loading=\"lazy\" title=\"HTML part\" src=\"" + url
                + "\" style=\"width: 100%; height: 40rem; border: 1px solid #ccc\"></iframe>\n";
    }
}
