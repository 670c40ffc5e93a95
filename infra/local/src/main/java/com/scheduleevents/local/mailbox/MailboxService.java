package com.scheduleevents.local.mailbox;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.emulator.http.HttpService;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

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

            E-mails to the addresses of SES's mailbox simulator come back: bounce@, suppressionlist@ and
            ooto@simulator.amazonses.com as bounces, complaint@ as a complaint; labels such as bounce+1@ are allowed.

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
    private final MailPages pages;
    private final Consumer<String> feedback;
    private final Clock clock;
    private final AtomicReference<MailboxOrder> order = new AtomicReference<>(MailboxOrder.NONE);

    /** @param feedback gets what SNS would put on a queue about e-mails that come back */
    MailboxService(MailStore store, Consumer<String> feedback, Clock clock) {
        this.store = store;
        this.pages = new MailPages(store::all);
        this.feedback = feedback;
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
            CapturedMail mail = call.mail("local-" + requestId, clock.instant().truncatedTo(ChronoUnit.MILLIS));
            store.add(mail);
            MailboxSimulator.feedback(mail, call.configurationSet(), call.tags())
                    .forEach(feedback);
            return SesResponses.accepted(call.action(), mail.id(), requestId);
        } catch (SesError refusal) {
            return SesResponses.refused(400, refusal, requestId);
        }
    }

    private ServerResponse shown(String path, ServerRequest request) {
        if (path.equals("/help")) {
            String url = "http://" + request.header("Host").orElse("localhost");
            return ServerResponse.text(200, HELP.replace("URL", url));
        }
        if (path.equals("/orders")) {
            return ServerResponse.json(200, JSON.valueToTree(order.get()));
        }
        return pages.at(path);
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
        return MailPages.nothingHere();
    }

    private ServerResponse ordered(ServerRequest request) {
        try {
            order.set(MailboxOrder.of(JSON.readTree(request.text())));
            return ServerResponse.json(200, JSON.valueToTree(order.get()));
        } catch (JsonProcessingException | IllegalArgumentException unknown) {
            return ServerResponse.text(400, unknown.getMessage() + "\nSee GET /help.\n");
        }
    }
}
