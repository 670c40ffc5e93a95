package com.scheduleevents.local.mailbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.emulator.http.HtmlPage;
import com.scheduleevents.emulator.http.HttpService;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/** Handles SES's calls and the requests for pages and JSON. */
final class MailboxService implements HttpService {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MESSAGES = "/messages";
    private static final String HELP = """
            The mailbox captures every e-mail that is sent through SES, and delivers none.

              curl URL/messages                 the e-mails, oldest first, as JSON
              curl URL/messages/ID              one of them
              curl URL/messages/ID/html         its HTML part, for a browser
              curl -X DELETE URL/messages       deletes them

            To try out what happens when SES refuses e-mails, give an order:

              curl -X POST URL/orders -d '{"do":"throttle","times":3}'
                  the next 3 calls get Throttling (400), as when the sending rate is exceeded
              curl -X POST URL/orders -d '{"do":"refuse","times":1}'
                  the next call gets MessageRejected (400)
              curl -X POST URL/orders -d '{"do":"fail","times":2}'
                  the next 2 calls get ServiceUnavailable (503)
              curl URL/orders                   the order in force
              curl -X DELETE URL/orders         accepts e-mails again
            """;

    private final MailStore store;
    private final Clock clock;
    private final AtomicReference<MailboxOrder> order = new AtomicReference<>(MailboxOrder.NONE);

    MailboxService(MailStore store, Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    @Override
    public ServerResponse serve(ServerRequest request) {
        String path = request.path();
        return switch (request.method()) {
            case "GET", "HEAD" -> shown(path, request);
            case "DELETE" -> deleted(path);
            case "POST" -> path.equals("/orders") ? ordered(request) : sent(request);
            default -> ServerResponse.text(405, "Use GET, POST or DELETE; see GET /help.\n");
        };
    }

    private ServerResponse sent(ServerRequest request) {
        String requestId = UUID.randomUUID().toString();
        SesCall call = new SesCall(request.form());
        MailboxOrder now = order.getAndUpdate(MailboxOrder::next);
        if (!now.equals(MailboxOrder.NONE)) {
            return SesResponses.refused(now.status(), now.refusal(), requestId);
        }
        try {
            CapturedMail mail = call.mail("local-" + requestId, clock.instant());
            store.add(mail);
            return SesResponses.accepted(call.action(), mail.id(), requestId);
        } catch (SesError refusal) {
            return SesResponses.refused(400, refusal, requestId);
        }
    }

    private ServerResponse shown(String path, ServerRequest request) {
        if (path.equals("/")) {
            return ServerResponse.html(page());
        }
        if (path.equals("/help")) {
            String url = "http://" + request.header("Host").orElse("localhost");
            return ServerResponse.text(200, HELP.replace("URL", url));
        }
        if (path.equals("/orders")) {
            return ServerResponse.json(200, JSON.valueToTree(order.get()));
        }
        if (path.equals(MESSAGES)) {
            return ServerResponse.json(200, JSON.valueToTree(store.all()));
        }
        boolean html = path.endsWith("/html");
        String id = path.replace(MESSAGES + "/", "").replace("/html", "");
        return store.get(id)
                .map(mail -> html ? ServerResponse.html(mail.html()) : ServerResponse.json(200, JSON.valueToTree(mail)))
                .orElseGet(MailboxService::nothingHere);
    }

    private ServerResponse deleted(String path) {
        if (path.equals(MESSAGES)) {
            store.clear();
            return ServerResponse.empty(204);
        }
        if (path.equals("/orders")) {
            order.set(MailboxOrder.NONE);
            return ServerResponse.empty(204);
        }
        return nothingHere();
    }

    private ServerResponse ordered(ServerRequest request) {
        try {
            order.set(MailboxOrder.of(JSON.readTree(request.text())));
            return ServerResponse.json(200, JSON.valueToTree(order.get()));
        } catch (JsonProcessingException | IllegalArgumentException unknown) {
            return ServerResponse.text(400, unknown.getMessage() + "\nSee GET /help.\n");
        }
    }

    private static ServerResponse nothingHere() {
        return ServerResponse.text(404, "Not found; see GET /help.\n");
    }

    private String page() {
        List<CapturedMail> mails = store.all();
        String list = mails.reversed().stream().map(MailboxService::article).collect(Collectors.joining("\n"));
        return HtmlPage.page(
                "Mailbox",
                "<p>" + mails.size()
                        + " e-mails, newest first. <a href=\"/messages\">As JSON</a>, <a href=\"/help\">help</a>."
                        + "</p>\n" + list);
    }

    private static String article(CapturedMail mail) {
        return "<article>\n<h2>" + HtmlPage.text(mail.subject()) + "</h2>\n<p>" + HtmlPage.text(mail.at()) + ", from "
                + HtmlPage.text(mail.from()) + " to " + HtmlPage.text(String.join(", ", mail.to())) + "</p>\n<pre>"
                + HtmlPage.text(mail.text()) + "</pre>\n"
                + (mail.html().isEmpty() ? "" : html("/messages/" + mail.id() + "/html"))
                + "</article>";
    }

    /** In a sandboxed frame, so that the e-mail cannot run scripts or change the page. */
    private static String html(String url) {
        return "<p><a href=\"" + url
                + "\">HTML part</a></p>\n<iframe sandbox loading=\"lazy\" title=\"HTML part\" src=\"" + url
                + "\" style=\"width: 100%; height: 40rem; border: 1px solid #ccc\"></iframe>\n";
    }
}
