package com.scheduleevents.api.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.BodyReader;
import com.scheduleevents.api.http.JsonFields;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.network.EndpointUrl;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.oauth.ClientCredentials;
import com.scheduleevents.domain.oauth.OAuthClient;
import com.scheduleevents.domain.oauth.OAuthClient.Method;
import com.scheduleevents.domain.webhook.SealedCredentials;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** How the requests of a webhook get an access token, in requests and responses. The client's secret is in requests only. */
final class AuthBody {

    /** The name of the setting. */
    static final String NAME = "auth";

    static final String SECRET = "client_secret";

    private static final String TYPE = "type";
    private static final String OAUTH2 = "oauth2";
    private static final String TOKEN_URL = "token_url";
    private static final String CLIENT_ID = "client_id";
    private static final String SCOPES = "scopes";
    private static final String AUDIENCE = "audience";
    private static final String METHOD = "token_endpoint_auth_method";
    private static final Set<String> FIELDS = Set.of(TYPE, TOKEN_URL, CLIENT_ID, SECRET, SCOPES, AUDIENCE, METHOD);
    private static final String PRINTABLE = " printable ASCII characters without a space at either end";

    private final ExtraNetworks extraNetworks;

    AuthBody(ExtraNetworks extraNetworks) {
        this.extraNetworks = extraNetworks;
    }

    /** What a webhook shows of it. */
    static ObjectNode json(SealedCredentials sealed) {
        OAuthClient client = sealed.client();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put(TYPE, OAUTH2)
                .put(TOKEN_URL, client.tokenUrl())
                .put(CLIENT_ID, client.clientId());
        client.scopes().forEach(json.putArray(SCOPES)::add);
        return json.put(AUDIENCE, client.audience().orElse(null))
                .put(METHOD, client.method().wireName());
    }

    /** Whether a body has a client's secret, or removes the present one. */
    static boolean isGivenAnew(ObjectNode body) {
        return body.has(NAME) && (body.path(NAME).isNull() || body.path(NAME).has(SECRET));
    }

    /**
     * The credentials of a body that has a client's secret; empty when it has none.
     *
     * @throws ApiException 400, without quoting the secret
     */
    Optional<ClientCredentials> credentials(ObjectNode body) {
        return given(body)
                .flatMap(given -> given.secret().map(secret -> new ClientCredentials(given.client(), secret)));
    }

    /**
     * What becomes of the present credentials; those of the body, if it has a secret, take their place later.
     *
     * @throws ApiException 400 also when the secret is missing: that of the present client is not sent to another host
     */
    Optional<SealedCredentials> kept(ObjectNode body, Optional<SealedCredentials> present) {
        if (!body.has(NAME)) {
            return present;
        }
        Optional<Given> given = given(body);
        if (given.isEmpty() || given.get().secret().isPresent()) {
            return given.flatMap(_ -> present);
        }
        OAuthClient client = given.get().client();
        return Optional.of(
                present.filter(known -> host(known.client().tokenUrl()).equals(host(client.tokenUrl())))
                        .map(known -> known.with(client))
                        .orElseThrow(() -> new ApiException(
                                ErrorCode.MISSING_FIELD,
                                SECRET,
                                present.isEmpty()
                                        ? SECRET + " is missing. It must be " + expected(OAuthClient.MAX_SECRET) + "."
                                        : SECRET
                                                + " is missing. The present one belongs to the present token_url, so another host does not get it."
                                                + " Send it with the token_url.")));
    }

    /** @param secret empty when the present one stays */
    private record Given(OAuthClient client, Optional<String> secret) {}

    private Optional<Given> given(ObjectNode body) {
        return Optional.ofNullable(body.get(NAME))
                .filter(sent -> !sent.isNull())
                .map(this::read);
    }

    private Given read(JsonNode sent) {
        if (!(sent instanceof ObjectNode object)) {
            throw JsonFields.invalid(NAME, "an object with the type oauth2, or null", "another value");
        }
        BodyReader reader = new BodyReader();
        JsonFields fields = reader.fields(object, FIELDS);
        reader.check(
                () -> fields.require(TYPE, OAUTH2, text -> Optional.of(text).filter(OAUTH2::equals)));
        Supplier<String> tokenUrl = reader.part(() -> url(fields));
        Supplier<String> clientId = reader.part(
                () -> fields.require(CLIENT_ID, expected(OAuthClient.MAX_LENGTH), checked(OAuthClient::isIdentifier)));
        Supplier<Optional<String>> secret = reader.part(() -> secret(object));
        Supplier<List<String>> scopes = reader.part(() -> scopes(object, fields));
        Supplier<Optional<String>> audience = reader.part(() -> fields.optional(
                AUDIENCE, expected(OAuthClient.MAX_LENGTH) + ", or null", checked(OAuthClient::isIdentifier)));
        Supplier<Method> method = reader.part(
                () -> fields.optional(METHOD, "client_secret_basic, client_secret_post, or null", Method::find)
                        .orElse(Method.CLIENT_SECRET_BASIC));
        return reader.whole(() -> new Given(
                new OAuthClient(tokenUrl.get(), clientId.get(), scopes.get(), audience.get(), method.get()),
                secret.get()));
    }

    private static Function<String, Optional<String>> checked(Predicate<String> rule) {
        return text -> Optional.of(text).filter(rule);
    }

    private static String expected(int max) {
        return "1 to " + max + PRINTABLE;
    }

    /** An error must not quote it. */
    private static Optional<String> secret(ObjectNode object) {
        return Optional.ofNullable(object.get(SECRET)).map(value -> Optional.ofNullable(value.textValue())
                .filter(OAuthClient::isSecret)
                .orElseThrow(() -> JsonFields.invalid(SECRET, expected(OAuthClient.MAX_SECRET), "another value")));
    }

    private static List<String> scopes(ObjectNode object, JsonFields fields) {
        JsonNode sent = object.path(SCOPES);
        if (sent.isMissingNode() || sent.isNull() || (sent.isArray() && sent.isEmpty())) {
            return List.of();
        }
        String expected = "an array of at most " + OAuthClient.MAX_SCOPES
                + " distinct strings of 1 to 128 printable ASCII characters without spaces, quotation marks and backslashes; or null";
        Set<String> scopes = fields.requireElements(SCOPES, expected, checked(OAuthClient::isScope));
        if (scopes.size() > OAuthClient.MAX_SCOPES) {
            throw JsonFields.invalid(SCOPES, expected, "more");
        }
        return List.copyOf(scopes);
    }

    private String url(JsonFields fields) {
        String text = fields.require(TOKEN_URL, "an https URL such as https://auth.example.com/token", Optional::of);
        return switch (EndpointUrl.read(text, extraNetworks)) {
            case EndpointUrl.Reading.Accepted(EndpointUrl url) -> url.given();
            case EndpointUrl.Reading.Refused refused ->
                throw new ApiException(ErrorCode.INVALID_FIELD, TOKEN_URL, TOKEN_URL + ": " + refused.message());
        };
    }

    private Optional<String> host(String url) {
        return EndpointUrl.read(url, extraNetworks) instanceof EndpointUrl.Reading.Accepted(EndpointUrl read)
                ? Optional.of(read.host() + ":" + read.port())
                : Optional.empty();
    }
}
