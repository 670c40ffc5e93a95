package com.scheduleevents.api.http;

import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.ApiException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A method of a resource, and the action that serves it.
 *
 * @param method the HTTP method
 * @param resource the path as template.yaml has it
 * @param open whether the route has no authorizer, so that everybody may call
 * @param scope the scope that the API key needs; empty when any key may call
 * @param parameters the query parameters that the action accepts
 * @param made the path of what a successful request makes, with variables of the route's own path and fields of the response's body; empty
 *     when it makes nothing that has a path
 * @param action creates the response
 */
public record Route(
        String method,
        String resource,
        boolean open,
        Optional<Scope> scope,
        Set<String> parameters,
        Optional<String> made,
        Function<Request, Response> action) {

    /** A route that needs an API key. */
    public Route(String method, String resource, Optional<Scope> scope, Set<String> parameters, Action action) {
        this(
                method,
                resource,
                false,
                scope,
                parameters,
                Optional.empty(),
                request -> action.respond(request, request.caller()));
    }

    /** A route that needs a scope and accepts no query parameters. */
    public Route(String method, String resource, Scope scope, Action action) {
        this(method, resource, Optional.of(scope), Set.of(), action);
    }

    /** A route that everybody may {@code GET} without an API key; it accepts no query parameters. */
    public static Route open(String resource, Function<Request, Response> action) {
        return new Route("GET", resource, true, Optional.empty(), Set.of(), Optional.empty(), action);
    }

    /** A route that everybody may {@code POST} to without an API key, as often as their network address may. */
    public static Route openPost(String resource, Function<Request, Response> action) {
        return new Route("POST", resource, true, Optional.empty(), Set.of(), Optional.empty(), action);
    }

    /** The same route, accepting query parameters. */
    public Route with(Set<String> accepted) {
        return new Route(method, resource, open, scope, accepted, made, action);
    }

    /**
     * The same route, whose responses 201 and 202 say where to find what the request made (RFC 9110, section 10.2.2).
     *
     * @param path such as {@code /events/{id}}
     */
    public Route making(String path) {
        return new Route(method, resource, open, scope, parameters, Optional.of(path), action);
    }

    /**
     * @throws ApiException 403 without the scope, 400 with an unknown query parameter or a path that was not UTF-8,
     *     and whatever the action throws
     */
    Response respond(Request request) {
        scope.ifPresent(needed -> request.caller().require(needed));
        request.requireReadablePath();
        request.query().requireOnly(parameters);
        Response response = action.apply(request);
        return response.status() == 201 || response.status() == 202
                ? made.map(path -> response.with("Location", request.url(response.filledIn(path, request))))
                        .orElse(response)
                : response;
    }

    /** Creates the response to a request whose caller has the scope. */
    @FunctionalInterface
    public interface Action {

        /** @throws ApiException when the response is an error */
        Response respond(Request request, Caller caller);
    }
}
