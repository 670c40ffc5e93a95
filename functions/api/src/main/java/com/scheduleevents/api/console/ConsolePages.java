package com.scheduleevents.api.console;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.RequestGate;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.MailAddresses;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Serves what needs no key: the contract of the API, the pages for customers, and the console, a page whose scripts call the API with the API
 * key of whoever uses it. These files contain no data. What somebody can do who has no key is to confirm or unsubscribe an e-mail address, with a token from an e-mail.
 */
public final class ConsolePages
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private static final String PAGE = "/console";
    private static final String FILE = "/console/{version}/{file}";
    private static final String CONFIRMATIONS = "/console/confirmations";
    private static final String UNSUBSCRIPTIONS = "/console/unsubscriptions";
    private static final String DOCS = Endpoint.DOCS;
    private static final String DOC = DOCS + "/{page}";
    private static final String TOKEN = "token";

    /** The field of a one-click request, and its value (RFC 8058, section 3.2). */
    private static final String ONE_CLICK_FIELD = "List-Unsubscribe";

    private static final String ONE_CLICK = "One-Click";

    /**
     * Nothing but the page's own files runs or is loaded, it calls nothing but its own API, no site can frame it, and text becomes HTML
     * through the templates of lit-html alone.
     */
    private static final Map<String, String> PROTECTION = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none';"
                    + " form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lit-html",
            "Cross-Origin-Opener-Policy",
            "same-origin",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Referrer-Policy",
            "no-referrer",
            "X-Content-Type-Options",
            "nosniff",
            "X-Frame-Options",
            "DENY");

    private final MailAddresses addresses;
    private final InstantSource clock;
    private final Endpoint endpoint;
    private final ConsoleFiles files;
    private final CustomerPages docs;
    private final Response contract = ContractFile.response();

    public ConsolePages() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public ConsolePages(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public ConsolePages(Wiring wiring) {
        this.addresses = wiring.mailAddresses();
        this.clock = wiring.clock();
        Brand brand = Brand.of(wiring.environment());
        this.files = ConsoleFiles.read(brand);
        this.docs = CustomerPages.read(files.version(), brand);
        this.endpoint = new Endpoint(
                new RequestGate(
                        Cors.NONE,
                        _ -> {
                            throw new IllegalStateException("the console has no route that needs an API key");
                        },
                        wiring.sharedTokens(),
                        clock,
                        wiring.metrics()),
                Route.open(Endpoint.CONTRACT, _ -> contract),
                Route.open(PAGE, request -> protect(files.page(request.endsWithSlash()))),
                Route.open(FILE, this::file),
                Route.open(DOCS, request -> protect(docs.index(request.endsWithSlash()))),
                Route.open(DOC, request -> protect(docs.page(request.pathVariable("page"), request.endsWithSlash()))),
                Route.openPost(CONFIRMATIONS, this::confirm),
                Route.openPost(UNSUBSCRIPTIONS, this::unsubscribe).with(Set.of(TOKEN)),
                Route.open(UNSUBSCRIPTIONS, ConsolePages::askAboutUnsubscribing).with(Set.of(TOKEN)));
    }

    @Override
    public void prime(Map<String, String> variables) {
        ConsolePages primed = new ConsolePages(variables);
        primed.handleRequest(PrimingRequests.get(PAGE), null);
        primed.handleRequest(PrimingRequests.get(DOCS), null);
        primed.addresses.find(new AccountId("acc_priming"), AddressId.of(new AccountId("acc_priming"), "priming"));
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        return endpoint.handle(event, context);
    }

    private Response file(Request request) {
        return files.find(request.pathVariable("version"), request.pathVariable("file"))
                .map(ConsolePages::protect)
                .orElseThrow(() -> new ApiException(
                        ErrorCode.NOT_FOUND, "file", "The console has no such file. Open /v1/console again."));
    }

    /** A token that was used, has ended, was replaced or never existed is refused alike: nobody learns which addresses there are. */
    private Response confirm(Request request) {
        String sent =
                JsonFields.of(request.body(), Set.of(TOKEN)).require(TOKEN, "the token of the link", Optional::of);
        boolean confirmed = AddressToken.parse(sent)
                .filter(token -> addresses.confirm(token, clock.instant()))
                .isPresent();
        if (!confirmed) {
            throw new ApiException(
                    ErrorCode.NOT_FOUND,
                    TOKEN,
                    "This link was used before, is too old, or was replaced by a newer one. If you have not confirmed the"
                            + " address yet, ask whoever set it up to have you sent another link.");
        }
        return Response.noContent();
    }

    /**
     * Unsubscribes an address. The field is in the form of a mail program, as RFC 8058 has it, in either encoding of forms, or in the JSON of
     * the page. A link that is used again has the same response, as an e-mail may be open on several devices.
     */
    private Response unsubscribe(Request request) {
        String body = request.text();
        if (!body.contains(ONE_CLICK_FIELD) || !body.contains(ONE_CLICK)) {
            throw new ApiException(
                    ErrorCode.INVALID_BODY,
                    ONE_CLICK_FIELD,
                    "Send " + ONE_CLICK_FIELD + "=" + ONE_CLICK
                            + " in the body (RFC 8058), or open this URL in a browser.");
        }
        if (!addresses.unsubscribe(unsubscribingToken(request), clock.instant())) {
            throw noSuchLink();
        }
        return Response.noContent();
    }

    /** Opening the link unsubscribes nothing, because scanners of e-mails open links. The token becomes part of a fragment again. */
    private static Response askAboutUnsubscribing(Request request) {
        return protect(Response.seeOther(
                "../console#unsubscribe=" + unsubscribingToken(request).reveal()));
    }

    private static AddressToken unsubscribingToken(Request request) {
        return request.query()
                .one(TOKEN, "the token of the link", Optional::of)
                .flatMap(AddressToken::parse)
                .orElseThrow(ConsolePages::noSuchLink);
    }

    private static ApiException noSuchLink() {
        return new ApiException(
                ErrorCode.NOT_FOUND,
                TOKEN,
                "This link is not complete, or the service does not know your address any more and sends no e-mail to it. Open the link"
                        + " of your latest e-mail.");
    }

    private static Response protect(Response response) {
        Response result = response;
        for (Map.Entry<String, String> header : PROTECTION.entrySet()) {
            result = result.with(header.getKey(), header.getValue());
        }
        return result;
    }
}
