package com.scheduleevents.cli.api;

import com.scheduleevents.terminal.InvalidArguments;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Parses the base URL of an API. */
public final class ApiUrl {

    private static final String VERSION = "/v1";
    private static final int MAX_PORT = 65_535;
    private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

    private ApiUrl() {}

    /**
     * The base URL of an API, without a slash at its end and without the version, which may be part of the text.
     *
     * @throws InvalidArguments when it is no such URL, or a key would be sent to another machine without encryption
     */
    public static URI parse(String text) {
        String base = text.strip().replaceFirst("/+$", "");
        base = base.endsWith(VERSION) ? base.substring(0, base.length() - VERSION.length()) : base;
        try {
            URI uri = new URI(base);
            String scheme = Optional.ofNullable(uri.getScheme()).orElse("").toLowerCase(Locale.ROOT);
            String host = Optional.ofNullable(uri.getHost()).orElse("");
            if (host.isEmpty()
                    || uri.getPort() == 0
                    || uri.getPort() > MAX_PORT
                    || uri.getRawQuery() != null
                    || uri.getRawFragment() != null
                    || uri.getUserInfo() != null) {
                throw wrong(text);
            }
            if (scheme.equals("https") || (scheme.equals("http") && isThisMachine(host))) {
                return uri;
            }
            if (scheme.equals("http")) {
                throw new InvalidArguments("The API key would be sent to " + host + " unencrypted: use https.");
            }
            throw wrong(text);
        } catch (URISyntaxException _) {
            throw wrong(text);
        }
    }

    private static boolean isThisMachine(String host) {
        return THIS_MACHINE.contains(host) || host.endsWith(".localhost");
    }

    private static InvalidArguments wrong(String text) {
        return new InvalidArguments(text + " is not the URL of an API, such as https://api.example.com.");
    }
}
