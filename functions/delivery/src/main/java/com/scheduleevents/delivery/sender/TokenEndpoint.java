package com.scheduleevents.delivery.sender;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.scheduleevents.domain.oauth.ClientCredentials;
import com.scheduleevents.domain.oauth.OAuthClient;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.ResponseCapture;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The request for an access token (RFC 6749, section 4.4.2), and what its response says (section 5.1). */
final class TokenEndpoint {

    private static final String BASIC = "Basic ";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A token that a header can carry; far longer than tokens are. */
    private static final Pattern TOKEN = Pattern.compile("[!-~]{1,8192}");

    private static final Pattern SECONDS = Pattern.compile("[1-9][0-9]{0,9}");

    private TokenEndpoint() {}

    /** @param timeout how long the server may take */
    static AttemptRequest request(ClientCredentials credentials, Duration timeout) {
        OAuthClient client = credentials.client();
        Map<String, String> headers = new HashMap<>(Map.of(
                "Content-Type", "application/x-www-form-urlencoded",
                "Accept", "application/json",
                "User-Agent", AttemptRequest.USER_AGENT));
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", "client_credentials");
        if (!client.scopes().isEmpty()) {
            form.put("scope", String.join(" ", client.scopes()));
        }
        client.audience().ifPresent(audience -> form.put("audience", audience));
        switch (client.method()) {
            case CLIENT_SECRET_BASIC -> headers.put("Authorization", basic(client.clientId(), credentials.secret()));
            case CLIENT_SECRET_POST -> {
                form.put("client_id", client.clientId());
                form.put("client_secret", credentials.secret());
            }
        }
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return new AttemptRequest(client.tokenUrl(), headers, body, Optional.empty(), ResponseCapture.OF_ANY, timeout);
    }

    /** What the request contains and nobody may see, in the forms in which a server may quote it. */
    static List<String> secrets(ClientCredentials credentials) {
        String secret = credentials.secret();
        String basic = basic(credentials.client().clientId(), secret);
        return List.of(secret, encoded(secret), basic, basic.substring(BASIC.length()));
    }

    /**
     * The token of a response.
     *
     * @param at before it was requested
     * @return empty when the response is no success, or has no bearer token
     */
    static Optional<AccessToken> token(AttemptOutcome outcome, Instant at) {
        CapturedResponse response = outcome.response();
        if (!outcome.succeeded() || response == null || response.truncated()) {
            return Optional.empty();
        }
        JsonNode json = parsed(response.body());
        return Optional.ofNullable(json.path("access_token").textValue())
                .filter(token -> TOKEN.matcher(token).matches())
                .filter(_ -> json.path("token_type").asText().equalsIgnoreCase("bearer"))
                .map(token -> AccessToken.of(token, at, lifetime(json.path("expires_in"))));
    }

    /** Some servers say it in a string. */
    private static Duration lifetime(JsonNode seconds) {
        return SECONDS.matcher(seconds.asText()).matches()
                ? Duration.ofSeconds(seconds.asLong())
                : AccessToken.UNKNOWN_LIFETIME;
    }

    private static JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** Both parts are encoded before they are joined (RFC 6749, section 2.3.1). */
    private static String basic(String id, String secret) {
        String pair = encoded(id) + ":" + encoded(secret);
        return BASIC + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
