package com.scheduleevents.emulator.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.emulator.lambda.FunctionFailed;
import com.scheduleevents.emulator.lambda.InvocableFunction;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls the authorizer function and caches its policy for the time that the template gives. */
final class GatewayAuthorizer {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Far above the number of keys in a local run; callers beyond it are not cached. */
    private static final int MAX_REMEMBERED = 10_000;

    /** The error message by which an authorizer says that the caller is unknown (developer guide). */
    private static final String UNAUTHORIZED = "Unauthorized";

    private final RestApi.RouteAuthorizer authorizer;
    private final InvocableFunction function;
    private final ProxyEvents events;
    private final Clock clock;
    private final Map<List<String>, Remembered> remembered = new ConcurrentHashMap<>();

    GatewayAuthorizer(RestApi.RouteAuthorizer authorizer, InvocableFunction function, ProxyEvents events, Clock clock) {
        this.authorizer = authorizer;
        this.function = function;
        this.events = events;
        this.clock = clock;
    }

    private record Remembered(AuthorizerPolicy policy, Instant until) {}

    /**
     * Authorizes a request, or rejects it.
     *
     * @return the authorizer's context
     */
    Map<String, String> authorize(RoutedRequest call) throws RejectedRequest {
        AuthorizerPolicy policy = policy(call, identity(call));
        if (!policy.allows(call.methodArn())) {
            throw new RejectedRequest(
                    GatewayError.ACCESS_DENIED, "The authorizer's policy does not allow it.", policy.context());
        }
        return policy.context();
    }

    private List<String> identity(RoutedRequest call) throws RejectedRequest {
        List<String> identity = new ArrayList<>();
        for (String name : authorizer.identityHeaders()) {
            String value = call.request().header(name).orElse("");
            if (value.isBlank()) {
                throw new RejectedRequest(GatewayError.UNAUTHORIZED, "The header " + name + " is missing.", Map.of());
            }
            identity.add(value);
        }
        return List.copyOf(identity);
    }

    private AuthorizerPolicy policy(RoutedRequest call, List<String> identity) throws RejectedRequest {
        Instant now = clock.instant();
        Remembered before = remembered.get(identity);
        if (before != null && now.isBefore(before.until())) {
            return before.policy();
        }
        AuthorizerPolicy policy = ask(call);
        // Without identity headers there is no cache key.
        if (authorizer.ttlSeconds() > 0 && !identity.isEmpty()) {
            remember(identity, new Remembered(policy, now.plusSeconds(authorizer.ttlSeconds())), now);
        }
        return policy;
    }

    private void remember(List<String> identity, Remembered response, Instant now) {
        if (remembered.size() >= MAX_REMEMBERED) {
            remembered.values().removeIf(old -> !now.isBefore(old.until()));
        }
        if (remembered.size() < MAX_REMEMBERED) {
            remembered.put(identity, response);
        }
    }

    private AuthorizerPolicy ask(RoutedRequest call) throws RejectedRequest {
        try {
            return AuthorizerPolicy.of(JSON.readTree(function.invoke(events.authorization(call))));
        } catch (FunctionFailed failed) {
            GatewayError failure = UNAUTHORIZED.equals(failed.getMessage())
                    ? GatewayError.UNAUTHORIZED
                    : GatewayError.AUTHORIZER_FAILURE;
            throw new RejectedRequest(failure, "The authorizer failed: " + failed.getMessage(), failed);
        } catch (IOException | IllegalArgumentException malformed) {
            throw new RejectedRequest(
                    GatewayError.AUTHORIZER_CONFIGURATION_ERROR, "The authorizer's response is malformed.", malformed);
        }
    }
}
