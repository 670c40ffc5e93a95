package com.scheduleevents.local.mailbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.local.http.Answer;
import com.scheduleevents.local.http.Html;
import com.scheduleevents.local.http.Request;
import com.scheduleevents.local.http.Service;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** Tells SES's calls from people's, and answers both. */
final class MailboxService implements Service {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MESSAGES = "/messages";
    private static final String HELP = """
            The mailbox takes every e-mail that is sent through SES, and delivers none.

              curl ADDRESS/messages                 the e-mails, oldest first, as JSON
              curl ADDRESS/messages/ID              one of them
              curl ADDRESS/messages/ID/html         its HTML part, for a browser
              curl -X DELETE ADDRESS/messages       forgets them

            To see what happens when SES does not take an e-mail, order it:

              curl -X POST ADDRESS/orders -d '{"do":"throttle","times":3}'
                  the next 3 calls get Throttling (400), as when the sending rate is exceeded
              curl -X POST ADDRESS/orders -d '{"do":"refuse","times":1}'
                  the next call gets MessageRejected (400)
              curl -X POST ADDRESS/orders -d '{"do":"fail","times":2}'
                  the next 2 calls get ServiceUnavailable (503)
              curl ADDRESS/orders                   what is still to come
              curl -X DELETE ADDRESS/orders         takes e-mails again
            """;

    private final MailStore store;
    private final Clock clock;
    private final AtomicReference<Order> order = new AtomicReference<>(Order.NONE);

    MailboxService(MailStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public Answer serve(Request request) {
        String path = request.path();
        return switch (request.method()) {
            case "GET", "HEAD" -> shown(path, request);
            case "DELETE" -> deleted(path);
            case "POST" -> path.equals("/orders") ? ordered(request) : sent(request);
            default -> Answer.text(405, "GET, POST or DELETE. GET /help says what for.\n");
        };
    }

    private Answer sent(Request request) {
        String requestId = UUID.randomUUID().toString();
        SesCall call = new SesCall(request.form());
        Order now = order.getAndUpdate(Order::next);
        if (!now.equals(Order.NONE)) {
            return SesAnswers.refused(now.status(), now.refusal(), requestId);
        }
        try {
            Mail mail = call.mail("local-" + requestId, clock.instant());
            store.add(mail);
            return SesAnswers.accepted(call.action(), mail.id(), requestId);
        } catch (MailRefused refusal) {
            return SesAnswers.refused(400, refusal, requestId);
        }
    }

    private Answer shown(String path, Request request) {
        if (path.equals("/")) {
            return Answer.html(page());
        }
        if (path.equals("/help")) {
            String address = "http://" + request.header("Host").orElse("localhost");
            return Answer.text(200, HELP.replace("ADDRESS", address));
        }
        if (path.equals("/orders")) {
            return Answer.json(200, JSON.valueToTree(order.get()));
        }
        if (path.equals(MESSAGES)) {
            return Answer.json(200, JSON.valueToTree(store.all()));
        }
        boolean html = path.endsWith("/html");
        String id = path.replace(MESSAGES + "/", "").replace("/html", "");
        return store.get(id)
                .map(mail -> html ? Answer.html(mail.html()) : Answer.json(200, JSON.valueToTree(mail)))
                .orElseGet(MailboxService::nothingHere);
    }

    private Answer deleted(String path) {
        if (path.equals(MESSAGES)) {
            store.clear();
            return Answer.empty(204);
        }
        if (path.equals("/orders")) {
            order.set(Order.NONE);
            return Answer.empty(204);
        }
        return nothingHere();
    }

    private Answer ordered(Request request) {
        try {
            order.set(Order.of(JSON.readTree(request.text())));
            return Answer.json(200, JSON.valueToTree(order.get()));
        } catch (JsonProcessingException | IllegalArgumentException unknown) {
            return Answer.text(400, unknown.getMessage() + "\nGET /help says what there is.\n");
        }
    }

    private static Answer nothingHere() {
        return Answer.text(404, "There is nothing here. GET /help says what there is.\n");
    }

    private String page() {
        List<Mail> mails = store.all();
        String list = mails.reversed().stream().map(MailboxService::article).collect(Collectors.joining("\n"));
        return Html.page(
                "Mailbox",
                "<p>" + mails.size()
                        + " e-mails, newest first. <a href=\"/messages\">As JSON</a>, <a href=\"/help\">help</a>."
                        + "</p>\n" + list);
    }

    private static String article(Mail mail) {
        return "<article>\n<h2>" + Html.text(mail.subject()) + "</h2>\n<p>" + Html.text(mail.at()) + ", from "
                + Html.text(mail.from()) + " to " + Html.text(String.join(", ", mail.to())) + "</p>\n<pre>"
                + Html.text(mail.text()) + "</pre>\n"
                + (mail.html().isEmpty() ? "" : html("/messages/" + mail.id() + "/html"))
                + "</article>";
    }

    /** In a frame of its own in which nothing runs: the sender's words are no part of this page. */
    private static String html(String address) {
        return "<p><a href=\"" + address
                + "\">HTML part</a></p>\n<iframe sandbox loading=\"lazy\" title=\"HTML part\" src=\"" + address
                + "\" style=\"width: 100%; height: 40rem; border: 1px solid #ccc\"></iframe>\n";
    }
}
