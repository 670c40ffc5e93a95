package com.scheduleevents.api.control;

import com.scheduleevents.api.http.Creation;
import com.scheduleevents.api.http.IdempotentRequests;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ConsoleUrl;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.time.Timestamps;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes links to the console. Each has an API key of its own, which expires soon. */
final class ConsoleLinks {

    private static final String KEY_LOST =
            "This link was made before, and its key is not stored. If you do not have it, make another with a new Idempotency-Key.";

    private final ApiKeyIssuer issuer;
    private final InstantSource clock;
    private final Optional<String> apiUrl;

    /** @param apiUrl the base URL of the API; empty for that of the request */
    ConsoleLinks(ApiKeyIssuer issuer, InstantSource clock, Optional<String> apiUrl) {
        this.issuer = issuer;
        this.clock = clock;
        this.apiUrl = apiUrl;
    }

    Response create(Request request, Caller caller, Creation creation) {
        if (creation.mayExist() && issuer.find(caller, creation).isPresent()) {
            return created(request, caller, creation);
        }
        ConsoleLinkBody body = ConsoleLinkBody.of(request.body());
        ApiKeySecret secret = issuer.secret(caller);
        NewApiKey key = issuer.issue(
                body.key(ApiKey.LINK_LABEL, clock.instant().plus(body.validity())),
                caller,
                Scope.CONSOLE_WRITE,
                request.id(),
                secret,
                creation);
        return located(
                Response.json(201, new LinkJson(url(request).with(secret), end(key.expiresAt()), null)),
                request,
                key.id());
    }

    /** Responds to the repeat of a request that has made a link, whose key nobody knows any more, but can still be revoked. */
    Response created(Request request, Caller caller, Creation creation) {
        Caller key = issuer.find(caller, creation)
                .flatMap(ApiKey::grant)
                .map(Grant::caller)
                .orElseThrow(IdempotentRequests::gone);
        return located(Response.json(200, new LinkJson(null, end(key.expiresAt()), KEY_LOST)), request, key.key());
    }

    /** With the URL of the key of the link, which revokes the link. */
    private static Response located(Response response, Request request, ApiKeyId key) {
        return response.with("Location", request.url("/api_keys/" + key.value()));
    }

    private static String end(Optional<Instant> expiry) {
        return Timestamps.formatMillis(expiry.orElseThrow());
    }

    private ConsoleUrl url(Request request) {
        return new ConsoleUrl(apiUrl.orElseGet(() -> "https://"
                + request.header("Host")
                        .orElseThrow(() -> new IllegalStateException("the gateway passed on no header Host"))));
    }

    /**
     * A link in the response to a request that makes it.
     *
     * @param url contains the secret of the link's key; null in the response to a repeat
     * @param message what to do without the URL; null with it
     */
    private record LinkJson(
            @Nullable String url,
            String expiresAt,
            @Nullable String message) {

        /** Omits the URL. */
        @Override
        public String toString() {
            return "LinkJson[" + expiresAt + "]";
        }
    }
}
