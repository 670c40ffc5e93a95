package com.scheduleevents.api.control;

import com.scheduleevents.api.http.IdempotentRequests;
import com.scheduleevents.api.http.KeyStatus;
import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeyReader;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.account.VisibleApiKey;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.request.RequestKeys;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Issues, lists and revokes API keys on behalf of a key with the scope {@code keys:write}, and makes links to the console for one with
 * {@code console:write}; no new key gets more than that key has.
 */
final class ApiKeyRequests {

    private static final String ALL = "/api_keys";
    private static final String ONE = "/api_keys/{key_id}";
    private static final String LINKS = "/console_links";

    private final Accounts accounts;
    private final ApiKeyReader reader;
    private final KeyRevocation revocation;
    private final Clock clock;
    private final ApiKeyIssuer issuer;
    private final ConsoleLinks links;
    private final IdempotentRequests keyed;

    /**
     * @param webhooks which a revoked key may leave behind
     * @param requestKeys the idempotency keys of requests
     * @param random a cryptographic source
     * @param apiUrl the base URL of the API, for links to the console; empty for that of the request
     */
    ApiKeyRequests(
            Accounts accounts,
            ApiKeyStore keys,
            WebhookStore webhooks,
            RequestKeys requestKeys,
            Clock clock,
            RandomGenerator random,
            Optional<String> apiUrl) {
        this.accounts = accounts;
        this.reader = new ApiKeyReader(keys, accounts);
        this.revocation = new KeyRevocation(keys, reader, webhooks, new ClinicAccess(accounts));
        this.clock = clock;
        this.issuer = new ApiKeyIssuer(accounts, keys, reader, clock, random);
        this.links = new ConsoleLinks(issuer, clock, apiUrl);
        this.keyed = new IdempotentRequests(requestKeys, clock, random);
    }

    Route[] routes() {
        return new Route[] {
            new Route("GET", ALL, Scope.KEYS_WRITE, this::list).with(QueryParameters.PAGING),
            new Route("POST", ALL, Scope.KEYS_WRITE, keyed.once(issuer::create, issuer::created)).making(ALL + "/{id}"),
            new Route("GET", ONE, Scope.KEYS_WRITE, this::show),
            new Route("DELETE", ONE, Scope.KEYS_WRITE, this::revoke).with(RevocationQuery.PARAMETERS),
            new Route("POST", LINKS, Scope.CONSOLE_WRITE, keyed.once(links::create, links::created))
        };
    }

    private Response list(Request request, Caller caller) {
        Optional<ApiKeyId> startingAfter = request.query().startingAfter(ApiKeyId::parse, "the newest API key");
        Page<VisibleApiKey, ApiKeyId> page =
                reader.page(caller, startingAfter, request.query().limit());
        return Response.page(
                page.items().stream().map(ApiKeyJson::of).toList(), page.next().map(ApiKeyId::value));
    }

    private Response show(Request request, Caller caller) {
        return Response.json(200, ApiKeyJson.of(find(request, caller)));
    }

    /**
     * A key may revoke every key that it sees, even itself. What a revoked key left behind can still be taken along; who asks for that in
     * a body must not believe it done. The caller's key is read again: who has stolen one that is revoked by now, and that the gateway still
     * lets through, must not revoke those of its owner.
     */
    private Response revoke(Request request, Caller cached) {
        request.requireNoFields();
        RevocationQuery query = RevocationQuery.of(request.query());
        Caller caller = KeyStatus.require(accounts.grantOf(cached.account(), cached.key()), clock.instant())
                .caller();
        caller.require(Scope.KEYS_WRITE);
        if (query.webhooks()) {
            caller.require(Scope.WEBHOOKS_WRITE);
        }
        Origin origin = Origin.of(caller, request.id(), clock.instant().truncatedTo(ChronoUnit.MILLIS));
        ApiKeyId key = ApiKeyId.parse(request.pathVariable("key_id"))
                .flatMap(id -> reader.one(caller, id)
                        .map(VisibleApiKey::key)
                        .or(() -> query.takesAlong() ? reader.revoked(caller, id) : Optional.empty()))
                .map(ApiKey::id)
                .orElseThrow(ApiKeyRequests::notFound);
        return Response.json(200, RevocationJson.of(revocation.revoke(caller, key, query, origin)));
    }

    private VisibleApiKey find(Request request, Caller caller) {
        return ApiKeyId.parse(request.pathVariable("key_id"))
                .flatMap(id -> reader.one(caller, id))
                .orElseThrow(ApiKeyRequests::notFound);
    }

    private static ApiException notFound() {
        return new ApiException(
                ErrorCode.NOT_FOUND,
                "key_id",
                "There is no such API key. Check its ID, which begins with key_, and the API key that you use.");
    }
}
