package com.scheduleevents.api.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.ProxyRequestContext;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A request that passed the gateway and its authorizer. What it holds is checked as it is read. */
public final class Request {

    /** Of every body but a batch's. */
    private static final int MAX_KILOBYTES = 256;

    private final APIGatewayProxyRequestEvent event;
    private final Map<String, List<String>> headers;
    private final Map<String, List<String>> parameters;

    /**
     * @param event as Lambda hands it over
     */
    public Request(APIGatewayProxyRequestEvent event) {
        this.event = event;
        this.headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all(event.getMultiValueHeaders(), event.getHeaders())
                .forEach((name, values) -> this.headers.merge(name, values, Request::joined));
        this.parameters = all(event.getMultiValueQueryStringParameters(), event.getQueryStringParameters());
    }

    /** The gateway's name for this request, which is in its answer too. */
    public String id() {
        return Optional.ofNullable(context().getRequestId()).orElse("");
    }

    /** The method, in capitals. */
    public String method() {
        return Optional.ofNullable(event.getHttpMethod()).orElse("");
    }

    /** The path as the template writes it, such as {@code /events/{event_id}}. */
    public String resource() {
        return Optional.ofNullable(event.getResource()).orElse("");
    }

    /** What stands in the path for a variable of the resource. */
    public String pathVariable(String name) {
        return Optional.ofNullable(event.getPathParameters())
                .map(variables -> variables.get(name))
                .orElseThrow(() -> new IllegalStateException("the resource " + resource() + " has no {" + name + "}"));
    }

    /**
     * The query parameters.
     *
     * @param known the names that there are
     * @throws ApiException 400, naming a parameter that there is not
     */
    public QueryParameters query(Set<String> known) {
        return QueryParameters.of(parameters, known);
    }

    /**
     * A header that may be missing.
     *
     * @throws ApiException 400 when it is there more than once
     */
    public Optional<String> header(String name) {
        List<String> values = headers.getOrDefault(name, List.of());
        if (values.size() > 1) {
            throw new ApiException(
                    ErrorCode.INVALID_HEADER, name, "The header " + name + " came more than once. Send it once.");
        }
        return values.stream().findFirst();
    }

    /** A header whose values are a list: those of all its lines, joined by commas (RFC 9110, section 5.3). */
    Optional<String> listHeader(String name) {
        return Optional.ofNullable(headers.get(name)).map(values -> String.join(",", values));
    }

    /**
     * The body, a JSON object of at most 256 KB.
     *
     * @throws ApiException 400, 413 or 415
     */
    public ObjectNode body() {
        return body(MAX_KILOBYTES);
    }

    /**
     * The body, a JSON object.
     *
     * @param maxKilobytes how large it may be, in UTF-8
     * @throws ApiException 400, 413 or 415
     */
    public ObjectNode body(int maxKilobytes) {
        return bodyReader().read(maxKilobytes);
    }

    /**
     * The body of a request that can do without one: empty when it is missing.
     *
     * @throws ApiException 400, 413 or 415
     */
    public Optional<ObjectNode> optionalBody() {
        return bodyReader().isEmpty() ? Optional.empty() : Optional.of(body());
    }

    /**
     * The body of a request that needs none: missing or an empty object.
     *
     * @throws ApiException 400, 413 or 415
     */
    public void requireNoFields() {
        JsonBody body = bodyReader();
        if (!body.isEmpty()) {
            JsonFields.requireOnly(body.read(MAX_KILOBYTES), Set.of());
        }
    }

    /** Who makes the request, as the authorizer found out. */
    public Caller caller() {
        Map<String, Object> found = Optional.ofNullable(context().getAuthorizer())
                .orElseThrow(() -> new IllegalStateException("the gateway asked no authorizer; see template.yaml"));
        return new Caller(
                new AccountId(text(found, "account_id")),
                new ApiKeyId(text(found, "key_id")),
                scopes(text(found, "scopes")),
                Boolean.parseBoolean(text(found, "all_clinics")),
                found("expires_at").map(Instant::parse));
    }

    /** Whether the authorizer found the caller's account suspended. */
    boolean isOfSuspendedAccount() {
        return found("account_suspended").map(Boolean::parseBoolean).orElse(false);
    }

    /** How much the caller may ask; empty when the authorizer, of an earlier version, did not say. */
    Optional<Rate> rate() {
        return found("requests_per_second").map(Integer::valueOf).map(Rate::new);
    }

    private Optional<String> found(String name) {
        return Optional.ofNullable(context().getAuthorizer())
                .map(found -> found.get(name))
                .map(Object::toString);
    }

    private JsonBody bodyReader() {
        return new JsonBody(event.getBody(), Boolean.TRUE.equals(event.getIsBase64Encoded()), header("Content-Type"));
    }

    private ProxyRequestContext context() {
        return Optional.ofNullable(event.getRequestContext()).orElseGet(ProxyRequestContext::new);
    }

    private static Set<Scope> scopes(String names) {
        return Arrays.stream(names.split(" "))
                .flatMap(name -> Scope.named(name).stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    private static String text(Map<String, Object> found, String name) {
        return Optional.ofNullable(found.get(name))
                .map(Object::toString)
                .orElseThrow(() -> new IllegalStateException("the authorizer did not say " + name));
    }

    private static List<String> joined(List<String> some, List<String> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private static Map<String, List<String>> all(
            @Nullable Map<String, List<String>> multiple, @Nullable Map<String, String> single) {
        Map<String, List<String>> values = new HashMap<>();
        if (single != null) {
            single.forEach((name, value) -> values.put(name, List.of(value)));
        }
        if (multiple != null) {
            values.putAll(multiple);
        }
        return values;
    }
}
