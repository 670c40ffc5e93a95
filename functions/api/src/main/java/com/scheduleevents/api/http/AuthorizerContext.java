package com.scheduleevents.api.http;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.rate.Rate;
import com.scheduleevents.domain.rate.RateLimit;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the authorizer passes to the functions through API Gateway, which caches it per API key for up to a minute. The values are
 * strings, because API Gateway passes nothing else on.
 *
 * @param caller the API key that makes the request
 * @param accountSuspended whether the account of the key is suspended
 * @param rate how many requests the account may make; empty for requests without a limit
 * @param keyRate how many of them the key may make; empty for all
 */
public record AuthorizerContext(Caller caller, boolean accountSuspended, Optional<Rate> rate, Optional<Rate> keyRate) {

    static final String ACCOUNT = "account_id";
    static final String KEY = "key_id";
    private static final String SCOPES = "scopes";
    private static final String ALL_CLINICS = "all_clinics";
    private static final String EXPIRES_AT = "expires_at";
    private static final String SUSPENDED = "account_suspended";
    private static final String RATE = "requests_per_second";
    private static final String KEY_RATE = "key_requests_per_second";

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
        keyRate.ifPresent(limit -> values.put(KEY_RATE, Integer.toString(limit.perSecond())));
        return values;
    }

    /** The limits that the request counts towards. */
    List<RateLimit> limits() {
        return Stream.concat(
                        keyRate.map(limit -> RateLimit.of(caller.key(), limit)).stream(),
                        rate.map(limit -> RateLimit.of(caller.account(), limit)).stream())
                .toList();
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
                rate(values, RATE),
                rate(values, KEY_RATE));
    }

    private static Optional<Rate> rate(Map<String, Object> values, String name) {
        return optional(values, name).map(Integer::valueOf).map(Rate::new);
    }

    private static String text(Map<String, Object> values, String name) {
        return optional(values, name)
                .orElseThrow(() -> new IllegalStateException("the authorizer did not return " + name));
    }

    private static Optional<String> optional(Map<String, Object> values, String name) {
        return Optional.ofNullable(values.get(name)).map(Object::toString);
    }
}
