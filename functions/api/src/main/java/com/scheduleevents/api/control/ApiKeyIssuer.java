package com.scheduleevents.api.control;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.scheduleevents.api.http.Creation;
import com.scheduleevents.api.http.IdempotentRequests;
import com.scheduleevents.api.http.KeyStatus;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeyReader;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.KeyDelegation;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.account.VisibleApiKey;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Issues API keys. */
final class ApiKeyIssuer {

    private static final String SECRET_LOST =
            "This key was created before, and its secret is not stored. If you do not have it, delete the key and create another with"
                    + " a new Idempotency-Key.";

    /** Per account: enough for one key per front desk, too few to fill a table. */
    static final int MAX_KEYS = 100;

    /** A try fails only when a concurrent request has succeeded. */
    private static final int MAX_TRIES = 20;

    /** In one request; each takes two writes. */
    private static final int MAX_REMOVED = 20;

    private final Accounts accounts;
    private final ApiKeyStore keys;
    private final ApiKeyReader reader;
    private final KeyDelegation delegation;
    private final Clock clock;
    private final RandomGenerator random;

    ApiKeyIssuer(Accounts accounts, ApiKeyStore keys, ApiKeyReader reader, Clock clock, RandomGenerator random) {
        this.accounts = accounts;
        this.keys = keys;
        this.reader = reader;
        this.delegation = new KeyDelegation(new ClinicAccess(accounts));
        this.clock = clock;
        this.random = random;
    }

    Response create(Request request, Caller caller, Creation creation) {
        if (creation.mayExist() && find(caller, creation).isPresent()) {
            return created(request, caller, creation);
        }
        ApiKeyBody body = ApiKeyBody.of(request.body());
        ApiKeySecret secret = secret(caller);
        NewApiKey key = issue(body, caller, Scope.KEYS_WRITE, request.id(), secret, creation);
        return Response.json(201, new IssuedKeyJson(ApiKeyJson.of(key), secret.reveal(), null));
    }

    /** Responds to the repeat of a request that has created a key, whose secret nobody knows any more. */
    Response created(Request request, Caller caller, Creation creation) {
        VisibleApiKey key = reader.one(caller, id(creation)).orElseThrow(IdempotentRequests::gone);
        return Response.json(200, new IssuedKeyJson(ApiKeyJson.of(key), null, SECRET_LOST));
    }

    /** The key that a request has created. */
    Optional<ApiKey> find(Caller caller, Creation creation) {
        return keys.find(caller.account(), id(creation));
    }

    /** A new secret, which has the mode, live or test, of the caller's account. */
    ApiKeySecret secret(Caller caller) {
        return ApiKeySecret.mint(Mode.of(accounts.isSandbox(caller.account())), random);
    }

    /**
     * The authorizer's result may be a minute old, but the new key is permanent. The caller's key is therefore read again, after the
     * account's terms: the write requires unchanged terms, and revoking the caller's key or taking permissions from it changes them.
     *
     * @param needed the scope that the caller's key needs
     */
    NewApiKey issue(
            ApiKeyBody body, Caller cached, Scope needed, String request, ApiKeySecret secret, Creation creation) {
        // One for all tries: each writes the key's list of clinics first.
        ApiKeyId id = id(creation);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            AccountTerms terms = accounts.terms(cached.account()).orElseThrow(KeyStatus::unknown);
            NewApiKey key = allowed(id, body, cached, needed, request);
            int left = MAX_KEYS - keys.count(key.account());
            if (left <= 0 && removedExpiredLinks(cached)) {
                continue;
            }
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

    private static ApiKeyId id(Creation creation) {
        return new ApiKeyId(creation.id(ApiKeyId.PREFIX));
    }

    private NewApiKey allowed(ApiKeyId id, ApiKeyBody body, Caller cached, Scope needed, String request) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Grant grant =
                KeyStatus.require(keys.find(cached.account(), cached.key()).flatMap(ApiKey::grant), now);
        Caller caller = grant.caller();
        caller.require(needed);
        delegation.requireScopes(caller, body.scopes());
        delegation.requireClinics(caller, body.clinics());
        return new NewApiKey(
                caller.account(),
                id,
                body.description(),
                body.scopes(),
                body.clinics(),
                now,
                KeyDelegation.end(caller, end(body, caller), now),
                grant.keyRequestsPerSecond(),
                Origin.of(caller, request, now));
    }

    /** Who makes a link says how long it is valid, and not when it ends: it ends with the caller's key where that is earlier. */
    private static Optional<Instant> end(ApiKeyBody body, Caller caller) {
        return ApiKey.isOfALink(body.description())
                ? body.expiresAt()
                        .filter(end -> caller.expiresAt().filter(end::isAfter).isEmpty())
                : body.expiresAt();
    }

    /** Links to the console make room by themselves, because nobody deletes their keys. */
    private boolean removedExpiredLinks(Caller caller) {
        Instant now = clock.instant();
        List<ApiKey> expired = keys.newestFirst(caller.account(), Optional.empty(), MAX_KEYS).stream()
                .filter(ApiKey::isOfALink)
                .filter(key -> key.grant()
                        .filter(grant -> grant.caller().isExpired(now))
                        .isPresent())
                .limit(MAX_REMOVED)
                .toList();
        expired.forEach(key -> keys.revoke(caller.account(), key.id(), Origin.service(now)));
        return !expired.isEmpty();
    }

    /**
     * A key in the response to a request that creates it.
     *
     * @param secret its secret; null in the response to a repeat
     * @param message what to do without the secret; null with it
     */
    private record IssuedKeyJson(
            @JsonUnwrapped ApiKeyJson key,
            @Nullable String secret,
            @Nullable String message) {

        /** Omits the secret. */
        @Override
        public String toString() {
            return "IssuedKeyJson[" + key.id() + "]";
        }
    }
}
