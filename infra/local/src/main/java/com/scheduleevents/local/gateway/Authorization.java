package com.scheduleevents.local.gateway;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.scheduleevents.local.lambda.Function;
import com.scheduleevents.local.lambda.FunctionFailed;
import com.scheduleevents.local.template.RestApi;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Asks the authorizer, and remembers what it said, allowing or not, for as long as the template says. */
final class Authorization {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Far above the number of keys of a local run; what is beyond is asked again. */
    private static final int MAX_REMEMBERED = 10_000;

    /** The message by which an authorizer says that the caller is not known (developer guide). */
    private static final String UNAUTHORIZED = "Unauthorized";

    private final RestApi.Authorizer authorizer;
    private final Function function;
    private final ProxyEvents events;
    private final Clock clock;
    private final Map<List<String>, Remembered> remembered = new ConcurrentHashMap<>();

    Authorization(RestApi.Authorizer authorizer, Function function, ProxyEvents events, Clock clock) {
        this.authorizer = authorizer;
        this.function = function;
        this.events = events;
        this.clock = clock;
    }

    private record Remembered(Policy policy, Instant until) {}

    /**
     * Lets a call pass, or refuses it.
     *
     * @return the authorizer's context
     */
    Map<String, String> authorize(Call call) throws Refused {
        Policy policy = policy(call, identity(call));
        if (!policy.allows(call.methodArn())) {
            throw new Refused(Failure.ACCESS_DENIED, "The authorizer's policy does not allow it.", policy.context());
        }
        return policy.context();
    }

    private List<String> identity(Call call) throws Refused {
        List<String> identity = new ArrayList<>();
        for (String name : authorizer.identityHeaders()) {
            String value = call.request().header(name).orElse("");
            if (value.isBlank()) {
                throw new Refused(Failure.UNAUTHORIZED, "The header " + name + " is missing.", Map.of());
            }
            identity.add(value);
        }
        return List.copyOf(identity);
    }

    private Policy policy(Call call, List<String> identity) throws Refused {
        Instant now = clock.instant();
        Remembered before = remembered.get(identity);
        if (before != null && now.isBefore(before.until())) {
            return before.policy();
        }
        Policy policy = ask(call);
        // Without identity headers there is nothing that tells callers apart.
        if (authorizer.ttlSeconds() > 0 && !identity.isEmpty()) {
            remember(identity, new Remembered(policy, now.plusSeconds(authorizer.ttlSeconds())), now);
        }
        return policy;
    }

    private void remember(List<String> identity, Remembered answer, Instant now) {
        if (remembered.size() >= MAX_REMEMBERED) {
            remembered.values().removeIf(old -> !now.isBefore(old.until()));
        }
        if (remembered.size() < MAX_REMEMBERED) {
            remembered.put(identity, answer);
        }
    }

    private Policy ask(Call call) throws Refused {
        try {
            return Policy.of(JSON.readTree(function.invoke(events.authorization(call))));
        } catch (FunctionFailed failed) {
            Failure failure =
                    UNAUTHORIZED.equals(failed.getMessage()) ? Failure.UNAUTHORIZED : Failure.AUTHORIZER_FAILURE;
            throw new Refused(failure, "The authorizer failed: " + failed.getMessage(), failed);
        } catch (IOException | IllegalArgumentException malformed) {
            throw new Refused(
                    Failure.AUTHORIZER_CONFIGURATION_ERROR, "The authorizer's answer is malformed.", malformed);
        }
    }
}
