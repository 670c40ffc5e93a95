package com.scheduleevents.domain.oauth;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a webhook's owner set about access tokens, without the client's secret.
 *
 * @param tokenUrl the token endpoint of the authorization server; checked like the URL of a webhook
 * @param clientId the identifier that the authorization server gave to this service
 * @param scopes what the token is asked for; empty for what the server grants by default
 * @param audience whom the token is asked for, for servers that want to know; not a part of OAuth 2.0, but widely used
 * @param method how the secret is sent
 */
public record OAuthClient(
        String tokenUrl, String clientId, List<String> scopes, Optional<String> audience, Method method) {

    /** The longest identifier, and the longest audience. */
    public static final int MAX_LENGTH = 256;

    /** The longest secret. */
    public static final int MAX_SECRET = 1_024;

    /** How many scopes there may be. */
    public static final int MAX_SCOPES = 20;

    /** Printable ASCII without a space at either end: VSCHAR of RFC 6749, appendix A, as people copy it. */
    private static final Pattern PRINTABLE = Pattern.compile("[!-~]([ -~]*[!-~])?");

    /** RFC 6749, section 3.3. */
    private static final Pattern SCOPE = Pattern.compile("[!#-\\[\\]-~]{1,128}");

    /** How the client shows the authorization server its secret (RFC 6749, section 2.3.1), by the names of RFC 7591. */
    public enum Method {
        /** In the header Authorization. */
        CLIENT_SECRET_BASIC,
        /** In the body, for servers that do not support the header. */
        CLIENT_SECRET_POST;

        /** The name in tables and the API. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The method of that name. */
        public static Method named(String wireName) {
            return find(wireName).orElseThrow(() -> new IllegalArgumentException("unknown method"));
        }

        /** The method of that name, if there is one. */
        public static Optional<Method> find(String wireName) {
            return Arrays.stream(values())
                    .filter(method -> method.wireName().equals(wireName))
                    .findFirst();
        }
    }

    public OAuthClient {
        scopes = List.copyOf(scopes);
    }

    /** Whether the text can be an identifier or an audience. */
    public static boolean isIdentifier(String text) {
        return text.length() <= MAX_LENGTH && PRINTABLE.matcher(text).matches();
    }

    /** Whether the text can be a secret. */
    public static boolean isSecret(String text) {
        return text.length() <= MAX_SECRET && PRINTABLE.matcher(text).matches();
    }

    /** Whether the text can be a scope. */
    public static boolean isScope(String text) {
        return SCOPE.matcher(text).matches();
    }
}
