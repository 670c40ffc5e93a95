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
import java.util.Set;
import java.util.random.RandomGenerator;

/** The request that issues an API key. */
final class ApiKeyIssuer {

    /** Of one account; enough for a key a front desk, too few to fill a table with. */
    static final int MAX_KEYS = 100;

    /** Each try fails only when somebody else's succeeded. */
    private static final int TRIES = 20;

    private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private final Accounts accounts;
    private final ApiKeys keys;
    private final KeyDelegation handingOn;
    private final Clock clock;
    private final RandomGenerator random;

    ApiKeyIssuer(Accounts accounts, ApiKeys keys, Clock clock, RandomGenerator random) {
        this.accounts = accounts;
        this.keys = keys;
        this.handingOn = new KeyDelegation(new ClinicAccess(accounts));
        this.clock = clock;
        this.random = random;
    }

    Response mint(Request request, Caller caller) {
        request.query(Set.of());
        requireNoIdempotencyKey(request);
        ApiKeyBody wanted = ApiKeyBody.of(request.body());
        ApiKeySecret secret = ApiKeySecret.mint(mode(request), random);
        return Response.json(201, ApiKeyJson.withSecret(issued(wanted, caller, secret), secret));
    }

    /**
     * What the gateway remembers of the caller may be a minute old, and a key stays. So the caller is looked up after the
     * account's terms: who takes something from it meanwhile changes those, or came after this request.
     */
    private NewApiKey issued(ApiKeyBody wanted, Caller remembered, ApiKeySecret secret) {
        for (int tries = 0; tries < TRIES; tries++) {
            AccountTerms terms = accounts.terms(remembered.account()).orElseThrow(KeyStatus::unknown);
            NewApiKey key = allowed(wanted, remembered);
            int left = MAX_KEYS - keys.count(key.account());
            if (left <= 0) {
                throw new ApiException(
                        ErrorCode.API_KEY_LIMIT,
                        null,
                        "The account has " + MAX_KEYS
                                + " API keys, as many as it may have; expired ones count. Delete one" + " first.");
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

    private NewApiKey allowed(ApiKeyBody wanted, Caller remembered) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        var grant = keys.find(remembered.account(), remembered.key()).flatMap(ApiKey::grant);
        Caller caller = KeyStatus.require(grant, now).caller();
        handingOn.requireScopes(caller, wanted.scopes());
        handingOn.requireClinics(caller, wanted.clinics());
        return new NewApiKey(
                caller.account(),
                ApiKeyId.mint(now, random),
                wanted.description(),
                wanted.scopes(),
                wanted.clinics(),
                now,
                KeyDelegation.end(caller, wanted.expiresAt(), now));
    }

    /** A repeat could not be answered with the secret again, which is kept nowhere. */
    private static void requireNoIdempotencyKey(Request request) {
        if (request.header(IDEMPOTENCY_KEY).isPresent()) {
            throw new ApiException(
                    ErrorCode.INVALID_HEADER,
                    IDEMPOTENCY_KEY,
                    "A key's secret is kept nowhere, so a repeat cannot show it again: send no Idempotency-Key. Should the"
                            + " answer get lost, delete the newest key of the list and create another.");
        }
    }

    /** Real data's or not, as the key that asks. */
    private static Mode mode(Request request) {
        return request.header("Authorization")
                        .filter(value -> value.contains(" " + Mode.TEST.prefix()))
                        .isPresent()
                ? Mode.TEST
                : Mode.LIVE;
    }
}
