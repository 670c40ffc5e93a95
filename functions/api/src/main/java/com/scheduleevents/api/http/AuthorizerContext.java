package com.scheduleevents.api.http;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the authorizer passes to the functions through API Gateway, which caches it per API key for up to a minute. The values are
 * strings, because API Gateway passes nothing else on.
 *
 * @param caller the API key that makes the request
 * @param accountSuspended whether the account of the key is suspended
 * @param rate how many requests the key may make; empty for requests without a limit
 */
public record AuthorizerContext(Caller caller, boolean accountSuspended, Optional<Rate> rate) {

    private static final String ACCOUNT = "account_id";
    private static final String KEY = "key_id";
    private static final String SCOPES = "scopes";
    private static final String ALL_CLINICS = "all_clinics";
    private static final String EXPIRES_AT = "expires_at";
    private static final String SUSPENDED = "account_suspended";
    private static final String RATE = "requests_per_second";

    /** Writes the context in the form in which the authorizer returns it. */
    public Map<String, Object> toMap() {
        Map<String, Object> values = new HashMap<>(Map.of(
                ACCOUNT, caller.account().value(),
                KEY, caller.key().value(),
                SCOPES, caller.scopes().stream().map(Scope::wireName).sorted().collect(Collectors.joining(" ")),
                ALL_CLINICS, Boolean.toString(caller.seesAllClinics()),
                SUSPENDED, Boolean.toString(accountSuspended)));
        caller.expiresAt().ifPresent(end -> values.put(EXPIRES_AT, end.toString()));
        rate.ifPresent(limit -> values.put(RATE, Integer.toString(limit.perSecond())));
        return values;
    }

    /**
     * Reads the context of a request.
     *
     * @throws IllegalStateException when a value is missing, because the route has no authorizer
     */
    static AuthorizerContext of(Map<String, Object> values) {
        return new AuthorizerContext(
                new Caller(
                        new AccountId(text(values, ACCOUNT)),
                        new ApiKeyId(text(values, KEY)),
                        Arrays.stream(text(values, SCOPES).split(" "))
                                .flatMap(name -> Scope.named(name).stream())
                                .collect(Collectors.toUnmodifiableSet()),
                        Boolean.parseBoolean(text(values, ALL_CLINICS)),
                        optional(values, EXPIRES_AT).map(Instant::parse)),
                optional(values, SUSPENDED).map(Boolean::parseBoolean).orElse(false),
                optional(values, RATE).map(Integer::valueOf).map(Rate::new));
    }

    private static String text(Map<String, Object> values, String name) {
        return optional(values, name)
                .orElseThrow(() -> new IllegalStateException("the authorizer did not return " + name));
    }

    private static Optional<String> optional(Map<String, Object> values, String name) {
        return Optional.ofNullable(values.get(name)).map(Object::toString);
    }
}
