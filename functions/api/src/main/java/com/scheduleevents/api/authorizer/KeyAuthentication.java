package com.scheduleevents.api.authorizer;

import com.scheduleevents.api.authorizer.KeyDecision.Allowed;
import com.scheduleevents.api.authorizer.KeyDecision.Denied;
import com.scheduleevents.api.http.Authentication;
import com.scheduleevents.api.http.AuthorizerContext;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.RequestGate;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.rate.Rate;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Finds the API key that a request carries and decides whether it is valid: for the authorizer, and for a function that got a request
 * without the authorizer's context. It writes nothing; the authorizer records that a key was used.
 */
public final class KeyAuthentication implements Authentication {

    private final Accounts accounts;
    private final InstantSource clock;
    private final Rate standard;

    /**
     * @param accounts finds API keys
     * @param clock decides whether keys have expired
     * @param standard the rate of an account without a rate of its own
     */
    public KeyAuthentication(Accounts accounts, InstantSource clock, Rate standard) {
        this.accounts = accounts;
        this.clock = clock;
        this.standard = standard;
    }

    /** With the accounts and the settings of a function. */
    static KeyAuthentication of(Wiring wiring) {
        return new KeyAuthentication(
                wiring.accounts(),
                wiring.clock(),
                wiring.environment()
                        .read(
                                "REQUESTS_PER_SECOND",
                                "a whole number from 1 to " + Rate.MAX_PER_SECOND,
                                text -> new Rate(Integer.parseInt(text))));
    }

    /** The gate of a function whose routes need an API key. */
    public static RequestGate gate(Wiring wiring) {
        return new RequestGate(
                Cors.of(wiring.environment().possiblyEmpty("CORS_ORIGINS")),
                of(wiring),
                wiring.sharedTokens(),
                wiring.clock(),
                wiring.metrics());
    }

    @Override
    public AuthorizerContext contextOf(Optional<String> authorization) {
        return switch (decide(authorization)) {
            case Allowed allowed -> contextOf(allowed.grant());
            case Denied denied ->
                throw new ApiException(
                        denied.reason().code(), null, denied.reason().message());
        };
    }

    /** A key of a suspended account is allowed, because the functions respond with 403 and the reason. */
    KeyDecision decide(Optional<String> authorization) {
        if (authorization.isEmpty()) {
            return new Denied(DenialReason.MISSING);
        }
        Optional<String> token = BearerToken.in(authorization.get());
        if (token.isEmpty()) {
            return new Denied(DenialReason.NOT_BEARER);
        }
        Optional<String> fingerprint = ApiKeySecret.parse(token.get()).map(ApiKeySecret::fingerprint);
        return fingerprint.map(this::find).orElseGet(() -> new Denied(DenialReason.MISTYPED));
    }

    private KeyDecision find(String fingerprint) {
        Optional<Grant> grant = accounts.grantOf(fingerprint);
        if (grant.isEmpty()) {
            return new Denied(DenialReason.UNKNOWN);
        }
        return grant.get().caller().isExpired(clock.instant())
                ? new Denied(DenialReason.EXPIRED)
                : new Allowed(fingerprint, grant.get());
    }

    /** What the functions get to know about the caller. */
    AuthorizerContext contextOf(Grant grant) {
        return new AuthorizerContext(
                grant.caller(),
                grant.accountSuspended(),
                Optional.of(new Rate(grant.requestsPerSecond().orElse(standard.perSecond()))),
                grant.keyRequestsPerSecond().map(Rate::new));
    }
}
