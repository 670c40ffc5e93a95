package com.scheduleevents.api.keys;

import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ConsoleUrl;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.time.Timestamps;
import java.time.InstantSource;
import java.util.Optional;

/** Makes links to the console. Each has an API key of its own, which expires soon. */
final class ConsoleLinks {

    private final ApiKeyIssuer issuer;
    private final InstantSource clock;
    private final Optional<String> apiUrl;

    /** @param apiUrl the base URL of the API; empty for that of the request */
    ConsoleLinks(ApiKeyIssuer issuer, InstantSource clock, Optional<String> apiUrl) {
        this.issuer = issuer;
        this.clock = clock;
        this.apiUrl = apiUrl;
    }

    Response create(Request request, Caller caller) {
        request.requireNoIdempotencyKey(
                "Send no Idempotency-Key: the key of a link is not stored, so a repeated request cannot return it. Every"
                        + " request creates another link.");
        ConsoleLinkBody body = ConsoleLinkBody.of(request.body());
        ApiKeySecret secret = issuer.secret(caller);
        NewApiKey key = issuer.issue(
                body.key(ApiKey.LINK_LABEL, clock.instant().plus(body.validity())),
                caller,
                Scope.CONSOLE_WRITE,
                request.id(),
                secret);
        return Response.json(201, new LinkJson(url(request).with(secret), end(key)))
                .with("Location", request.url("/api_keys/" + key.id().value()));
    }

    private static String end(NewApiKey key) {
        return Timestamps.formatMillis(key.expiresAt().orElseThrow());
    }

    private ConsoleUrl url(Request request) {
        return new ConsoleUrl(apiUrl.orElseGet(() -> "https://"
                + request.header("Host")
                        .orElseThrow(() -> new IllegalStateException("the gateway passed on no header Host"))));
    }

    /** @param url contains the secret of the link's key */
    private record LinkJson(String url, String expiresAt) {

        /** Omits the URL. */
        @Override
        public String toString() {
            return "LinkJson[" + expiresAt + "]";
        }
    }
}
