package com.scheduleevents.api.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.ProxyRequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.RequestIdentity;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Sanitized;
import com.scheduleevents.domain.event.IdempotencyKey;
import com.scheduleevents.domain.text.UnicodeText;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A request, as API Gateway passes it on. Its contents are validated as they are read. */
public final class Request {

    /** The limit of every body except that of a batch, in KB. */
    private static final int MAX_BODY_KB = 256;

    static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    /** A variable of a path. */
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)}");

    private final APIGatewayProxyRequestEvent event;
    private final Map<String, List<String>> headers;
    private final QueryParameters query;
    private final Optional<Caller> caller;
    private final RequestCharge charge;

    /** @param event the request as API Gateway passes it to the function */
    public Request(APIGatewayProxyRequestEvent event) {
        this(
                event,
                headers(event),
                new QueryParameters(all(event.getMultiValueQueryStringParameters(), event.getQueryStringParameters())),
                Optional.empty(),
                new RequestCharge(List.of(), InstantSource.system()));
    }

    private Request(
            APIGatewayProxyRequestEvent event,
            Map<String, List<String>> headers,
            QueryParameters query,
            Optional<Caller> caller,
            RequestCharge charge) {
        this.event = event;
        this.headers = headers;
        this.query = query;
        this.caller = caller;
        this.charge = charge;
    }

    private static Map<String, List<String>> headers(APIGatewayProxyRequestEvent event) {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all(event.getMultiValueHeaders(), event.getHeaders())
                .forEach((name, values) -> headers.merge(name, values, Request::concat));
        return headers;
    }

    /** The same request of a known caller, from whose limits its further costs are taken. */
    Request of(Caller known, RequestCharge limits) {
        return new Request(event, headers, query, Optional.of(known), limits);
    }

    /**
     * Pays for more work than a request usually is, before it is done.
     *
     * @param cost the number of simple requests that cost as much; 0 or more
     * @throws ApiException 429 when the caller's limits do not allow it now
     */
    public void pay(int cost) {
        charge.pay(cost);
    }

    /**
     * Pays for waiting, before it is done. A second costs four simple requests, or a 25th of the limit where that is more.
     *
     * @throws ApiException 429 when the caller's limits do not allow it now
     */
    public void payForWaiting(Duration time) {
        charge.payForWaiting(time);
    }

    /**
     * Takes from the caller's limits what turned out to be more work than a request usually is. It is never refused, because the work is
     * done; later requests wait for it.
     *
     * @param cost the number of simple requests that cost as much; 0 or more
     */
    public void charge(int cost) {
        charge.charge(cost);
    }

    /** The id that API Gateway assigned to the request, which the response shows too. */
    public String id() {
        return Optional.ofNullable(context().getRequestId()).orElse("");
    }

    /** The HTTP method. */
    public String method() {
        return Optional.ofNullable(event.getHttpMethod()).orElse("");
    }

    /** The path as template.yaml has it, such as {@code /events/{event_id}}. */
    public String resource() {
        return Optional.ofNullable(event.getResource()).orElse("");
    }

    /** Whether the path ends with a slash, on which the relative URLs of a page depend. */
    public boolean endsWithSlash() {
        return event.getPath() != null && event.getPath().endsWith("/");
    }

    /**
     * The URL of a resource of this API, relative to the host of the request. A domain of the operator's own may have another path in front of
     * all resources than the gateway has.
     *
     * @param path the path of the resource below that, such as {@code /events}
     */
    public String url(String path) {
        String whole = Optional.ofNullable(context().getPath()).orElse("");
        String own = Optional.ofNullable(event.getPath()).orElse("");
        String front = !own.isEmpty() && whole.endsWith(own)
                ? whole.substring(0, whole.length() - own.length())
                : Optional.ofNullable(context().getStage())
                        .map(stage -> "/" + stage)
                        .orElse("");
        return front + path;
    }

    /** The value of a variable in the path. */
    public String pathVariable(String name) {
        return Optional.ofNullable(event.getPathParameters())
                .map(variables -> variables.get(name))
                .orElseThrow(() -> new IllegalStateException("the resource " + resource() + " has no {" + name + "}"));
    }

    /** Whether the path has the variable. */
    boolean hasPathVariable(String name) {
        return Optional.ofNullable(event.getPathParameters()).orElse(Map.of()).containsKey(name);
    }

    /** The values of all variables in the path, in the order of the path. */
    List<String> pathVariables() {
        Map<String, String> values =
                Optional.ofNullable(event.getPathParameters()).orElse(Map.of());
        return VARIABLE.matcher(resource())
                .results()
                .flatMap(variable -> Optional.ofNullable(values.get(variable.group(1))).stream())
                .toList();
    }

    /**
     * Rejects a variable of the path whose bytes were not UTF-8: no id is one of these, and no two of them could be
     * told apart.
     *
     * @throws ApiException 400, naming the variable
     */
    void requireReadablePath() {
        Optional.ofNullable(event.getPathParameters()).orElse(Map.of()).forEach((name, value) -> {
            if (!UnicodeText.isIntact(value)) {
                throw QueryParameters.invalid(
                        name, name + " must be " + UnicodeText.EXPECTED + "; got " + Sanitized.of(value) + ".");
            }
        });
    }

    /** The address that the request came from, as API Gateway saw it. */
    Optional<String> sourceAddress() {
        return Optional.ofNullable(context().getIdentity()).map(RequestIdentity::getSourceIp);
    }

    /** The query parameters. */
    public QueryParameters query() {
        return query;
    }

    /**
     * An optional header.
     *
     * @throws ApiException 400 when it is repeated
     */
    public Optional<String> header(String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new ApiException(
                    ErrorCode.INVALID_HEADER, name, "The header " + name + " is repeated. Send it once.");
        }
        return values.stream().findFirst();
    }

    /**
     * The header {@code Idempotency-Key}.
     *
     * @throws ApiException 400 when it is malformed
     */
    public Optional<IdempotencyKey> idempotencyKey() {
        return header(IDEMPOTENCY_KEY).map(text -> IdempotencyKey.parse(text)
                .orElseThrow(() -> new ApiException(
                        ErrorCode.INVALID_HEADER,
                        IDEMPOTENCY_KEY,
                        "Idempotency-Key must be " + IdempotencyKey.EXPECTED + ".")));
    }

    /**
     * Rejects the header {@code Idempotency-Key}.
     *
     * @param message why it is not accepted and what to do instead
     * @throws ApiException 400 when it is present
     */
    public void requireNoIdempotencyKey(String message) {
        if (header(IDEMPOTENCY_KEY).isPresent()) {
            throw new ApiException(ErrorCode.INVALID_HEADER, IDEMPOTENCY_KEY, message);
        }
    }

    /** A header whose value is a list; repeated headers are joined with commas (RFC 9110, section 5.3). */
    public Optional<String> listHeader(String name) {
        return Optional.ofNullable(headers.get(name)).map(values -> String.join(",", values));
    }

    /**
     * The body, a JSON object of at most 256 KB.
     *
     * @throws ApiException 400, 413 or 415
     */
    public ObjectNode body() {
        return body(MAX_BODY_KB);
    }

    /**
     * The body, a JSON object.
     *
     * @param maxKilobytes the limit of its size in UTF-8
     * @throws ApiException 400, 413 or 415
     */
    public ObjectNode body(int maxKilobytes) {
        return bodyReader().read(maxKilobytes);
    }

    /**
     * The body of a request that does not need one; an empty object when there is none.
     *
     * @throws ApiException 400, 413 or 415
     */
    public ObjectNode optionalBody() {
        return bodyReader().isEmpty() ? JsonNodeFactory.instance.objectNode() : body();
    }

    /**
     * The body of whatever media type, as text of at most 256 KB; empty when there is none.
     *
     * @throws ApiException 400 or 413
     */
    public String text() {
        return bodyReader().text(MAX_BODY_KB);
    }

    /**
     * Rejects fields in the body of a request that has none: the body is missing or an empty object.
     *
     * @throws ApiException 400, 413 or 415
     */
    public void requireNoFields() {
        JsonFields.of(optionalBody(), Set.of());
    }

    /** The API key that makes the request. */
    public Caller caller() {
        return caller.orElseGet(() -> authorizer().caller());
    }

    /** One value that the authorizer has found; empty for a request without an API key. */
    Optional<String> authorized(String name) {
        return Optional.ofNullable(context().getAuthorizer())
                .map(values -> values.get(name))
                .map(Object::toString);
    }

    /**
     * What the authorizer knows about the caller. Where the gateway has not asked it, the request is completed here, as the gateway would
     * have done it. A context that is there is used as it is, and the header is not read.
     *
     * @throws ApiException 401 without a context and without a valid API key
     */
    AuthorizerContext authorizedBy(Authentication authentication) {
        if (Optional.ofNullable(context().getAuthorizer()).orElseGet(Map::of).isEmpty()) {
            context()
                    .setAuthorizer(authentication
                            .contextOf(listHeader("Authorization"))
                            .toMap());
        }
        return authorizer();
    }

    private AuthorizerContext authorizer() {
        return AuthorizerContext.of(
                Optional.ofNullable(context().getAuthorizer()).orElseGet(Map::of));
    }

    private JsonBody bodyReader() {
        return new JsonBody(
                event.getBody(),
                Boolean.TRUE.equals(event.getIsBase64Encoded()),
                acceptedTypes(),
                header("Content-Type"),
                listHeader("Content-Encoding"));
    }

    /** Whether the body changes the members of objects in the resource, as a merge patch does (RFC 7396), rather than replacing them. */
    public boolean isMergePatch() {
        return header("Content-Type").filter(JsonMediaType.MERGE_PATCH::isNamed).isPresent();
    }

    private List<JsonMediaType> acceptedTypes() {
        return method().equals("PATCH")
                ? List.of(JsonMediaType.MERGE_PATCH, JsonMediaType.JSON)
                : List.of(JsonMediaType.JSON);
    }

    private ProxyRequestContext context() {
        return Optional.ofNullable(event.getRequestContext()).orElseGet(ProxyRequestContext::new);
    }

    private static List<String> concat(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static Map<String, List<String>> all(
            @Nullable Map<String, List<String>> multiple, @Nullable Map<String, String> single) {
        Map<String, List<String>> values = new TreeMap<>();
        if (single != null) {
            single.forEach((name, value) -> values.put(name, List.of(value)));
        }
        if (multiple != null) {
            values.putAll(multiple);
        }
        return values;
    }
}
