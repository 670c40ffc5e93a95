package com.scheduleevents.api;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.ProxyRequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.RequestIdentity;
import com.scheduleevents.api.http.AuthorizerContext;
import com.scheduleevents.domain.account.Caller;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Builds a request as API Gateway passes it to a function. */
public final class ApiRequest {

    private final APIGatewayProxyRequestEvent event = new APIGatewayProxyRequestEvent();
    private final Map<String, List<String>> headers = new HashMap<>();
    private final Map<String, List<String>> parameters = new TreeMap<>();

    private ApiRequest(ProxyRequestContext context, String method, String resource) {
        event.withHttpMethod(method).withResource(resource).withRequestContext(context);
    }

    /** A request of a caller. */
    public static ApiRequest of(Caller caller, String method, String resource) {
        ProxyRequestContext context = new ProxyRequestContext();
        context.setRequestId("req-1");
        context.setStage("v1");
        context.setAuthorizer(new AuthorizerContext(caller, false, Optional.empty(), Optional.empty()).toMap());
        return new ApiRequest(context, method, resource);
    }

    /** A request of a route without an authorizer. */
    public static ApiRequest open(String method, String resource) {
        ProxyRequestContext context = new ProxyRequestContext();
        context.setRequestId("req-1");
        context.setStage("v1");
        return new ApiRequest(context, method, resource);
    }

    /** Sets the network address that it comes from. */
    public ApiRequest from(String address) {
        RequestIdentity identity = new RequestIdentity();
        identity.setSourceIp(address);
        event.getRequestContext().setIdentity(identity);
        return this;
    }

    /** Adds a value to the authorizer's context. */
    public ApiRequest found(String name, String value) {
        event.getRequestContext().getAuthorizer().put(name, value);
        return this;
    }

    /** Removes a value of the authorizer's context. */
    public ApiRequest without(String name) {
        event.getRequestContext().getAuthorizer().remove(name);
        return this;
    }

    /** Sets the path as it was requested. */
    public ApiRequest at(String path) {
        event.setPath(path);
        return this;
    }

    /** Sets a variable of the path. */
    public ApiRequest path(String name, String value) {
        Map<String, String> variables = new HashMap<>(Map.of(name, value));
        Optional.ofNullable(event.getPathParameters()).ifPresent(variables::putAll);
        event.setPathParameters(variables);
        return this;
    }

    /** Adds query parameters, as in a URL but not encoded; none when empty. */
    public ApiRequest query(String query) {
        for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            parameters.computeIfAbsent(parts[0], _ -> new ArrayList<>()).add(parts[1]);
        }
        return this;
    }

    /** Adds a header. */
    public ApiRequest header(String name, String value) {
        headers.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
        return this;
    }

    /** Sets the body, as JSON. */
    public ApiRequest json(String body) {
        header("content-type", "application/json");
        event.setBody(body);
        return this;
    }

    /** Sets the body as it is. */
    public ApiRequest body(String body, boolean base64) {
        event.setBody(body);
        event.setIsBase64Encoded(base64);
        return this;
    }

    /** The request. */
    public APIGatewayProxyRequestEvent build() {
        return event.withMultiValueHeaders(headers).withMultiValueQueryStringParameters(parameters);
    }
}
