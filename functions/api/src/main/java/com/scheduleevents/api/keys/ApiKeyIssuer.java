package com.scheduleevents.api.keys;

import com.scheduleevents.api.http.KeyStatus;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import com.scheduleevents.domain.account.ApiKeys;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.KeyDelegation;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;

/** Issues API keys. */
final class ApiKeyIssuer {

    /** Per account: enough for one key per front desk, too few to fill a table. */
    static final int MAX_KEYS = 100;

    /** A try fails only when a concurrent request has succeeded. */
    private static final int MAX_TRIES = 20;

    private final Accounts accounts;
    private final ApiKeys keys;
    private final KeyDelegation delegation;
    private final Clock clock;
    private final RandomGenerator random;

    ApiKeyIssuer(Accounts accounts, ApiKeys keys, Clock clock, RandomGenerator random) {
        this.accounts = accounts;
        this.keys = keys;
        this.delegation = new KeyDelegation(new ClinicAccess(accounts));
        this.clock = clock;
        this.random = random;
    }

    Response create(Request request, Caller caller) {
        request.requireNoIdempotencyKey(
                "Send no Idempotency-Key: the secret of a key is not stored, so a repeated request cannot return it. If the"
                        + " response is lost, delete the newest key of the list and create another.");
        ApiKeyBody body = ApiKeyBody.of(request.body());
        ApiKeySecret secret = ApiKeySecret.mint(mode(request), random);
        return Response.json(201, ApiKeyJson.withSecret(issue(body, caller, secret), secret));
    }

    /**
     * The authorizer's result may be a minute old, but the new key is permanent. The caller's key is therefore read again, after the
     * account's terms: the write requires unchanged terms, and taking permissions from the caller's key changes them.
     */
    private NewApiKey issue(ApiKeyBody body, Caller cached, ApiKeySecret secret) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            AccountTerms terms = accounts.terms(cached.account()).orElseThrow(KeyStatus::unknown);
            NewApiKey key = allowed(body, cached);
            int left = MAX_KEYS - keys.count(key.account());
            if (left <= 0) {
                throw new ApiException(
                        ErrorCode.API_KEY_LIMIT,
                        null,
                        "The account has " + MAX_KEYS
                                + " API keys, which is the limit; expired ones count. Delete one first.");
            }
            if (keys.issue(key, secret, terms.withRoomFor(left))) {
                return key;
            }
        }
        throw new ApiException(
                ErrorCode.CONCURRENT_CHANGES,
                null,
                "Too many requests change this account at once. Nothing was created; try again in a moment.");
    }

    private NewApiKey allowed(ApiKeyBody body, Caller cached) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var grant = keys.find(cached.account(), cached.key()).flatMap(ApiKey::grant);
        Caller caller = KeyStatus.require(grant, now).caller();
        delegation.requireScopes(caller, body.scopes());
        delegation.requireClinics(caller, body.clinics());
        return new NewApiKey(
                caller.account(),
                ApiKeyId.mint(now, random),
                body.description(),
                body.scopes(),
                body.clinics(),
                now,
                KeyDelegation.end(caller, body.expiresAt(), now));
    }

    /** The new key has the mode, live or test, of the key that creates it. */
    private static Mode mode(Request request) {
        return request.header("Authorization")
                        .filter(value -> value.contains(" " + Mode.TEST.prefix()))
                        .isPresent()
                ? Mode.TEST
                : Mode.LIVE;
    }
}
