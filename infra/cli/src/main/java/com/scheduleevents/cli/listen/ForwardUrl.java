package com.scheduleevents.cli.listen;

import com.scheduleevents.terminal.InvalidArguments;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.HttpUrl;

/**
 * Reads the URL of the target as people type it: without a scheme it is one of plain HTTP, and a port alone is one of this machine.
 * Schedule data must not go to a host that nobody meant, so what clients read differently is refused, and what is wrong is said.
 */
final class ForwardUrl {

    private static final Pattern SHAPE =
            Pattern.compile("(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://)?(?<authority>[^/?]*)(?<rest>.*)");

    private static final Pattern AUTHORITY =
            Pattern.compile("(?<host>\\[[0-9A-Fa-f:.]+]|[^\\[\\]:]*)(?::(?<port>[0-9]+))?");

    /** A port alone, as in {@code 3000} and {@code :3000}. */
    private static final Pattern PORT = Pattern.compile(":?(?<port>[0-9]+)");

    /** Its last label is a number, so that some clients read it as an address. */
    private static final Pattern NUMERIC = Pattern.compile("(?i)(?:.*\\.)?(?:[0-9]+|0x[0-9a-f]*)\\.?");

    private static final Pattern ADDRESS = Pattern.compile("(?:(?:0|[1-9][0-9]{0,2})\\.){3}(?:0|[1-9][0-9]{0,2})");

    private static final Pattern NAME = Pattern.compile(
            "[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}-]*(?:\\.[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}-]*){0,126}\\.?");

    private static final int MAX_PORT = 65_535;

    private ForwardUrl() {}

    /**
     * The URL.
     *
     * @throws InvalidArguments when it is none that can be called; its message says why
     */
    static HttpUrl parse(String text) {
        if (text.isBlank() || text.chars().anyMatch(ForwardUrl::isNeverAllowed)) {
            throw wrong("is empty, or has white space, a backslash or a control character");
        }
        Matcher shape = SHAPE.matcher(text);
        if (!shape.matches()) {
            throw wrong("is not a URL");
        }
        Optional<String> written = Optional.ofNullable(shape.group("scheme"));
        String scheme = written.orElse("http").toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw wrong("begins with " + scheme + "://, and only http:// and https:// can be called");
        }
        if (text.contains("#")) {
            throw wrong("has a # and a part after it, which is never sent");
        }
        String authority = shape.group("authority");
        Matcher port = PORT.matcher(authority);
        String host = written.isEmpty() && port.matches() ? "localhost:" + port.group("port") : authority;
        requireHost(host);
        return Optional.ofNullable(HttpUrl.parse(scheme + "://" + host + shape.group("rest")))
                .orElseThrow(() -> wrong("has a host that is not valid"));
    }

    private static void requireHost(String authority) {
        if (authority.contains("@")) {
            throw wrong("has a user name or a password; a webhook's URL cannot have one either");
        }
        Matcher parts = AUTHORITY.matcher(authority);
        if (!parts.matches()) {
            throw wrong("does not have host and port as host:port");
        }
        String host = parts.group("host");
        if (host.isEmpty()) {
            throw wrong("has no host");
        }
        if (host.contains("_")) {
            throw wrong("has the host " + host
                    + ", and a host name has no underscore: use another name of it, or its address");
        }
        if (!host.startsWith("[") && !NAME.matcher(host).matches()) {
            throw wrong("has a character in its host that no host has");
        }
        if (NUMERIC.matcher(host).matches() && !isAddress(host)) {
            throw wrong("has the host " + host
                    + ", which is not an address such as 127.0.0.1; a port of this machine is" + " localhost:3000");
        }
        Optional.ofNullable(parts.group("port")).ifPresent(ForwardUrl::requirePort);
    }

    private static boolean isAddress(String host) {
        if (!ADDRESS.matcher(host).matches()) {
            return false;
        }
        for (String number : host.split("\\.", -1)) {
            if (Integer.parseInt(number) > 255) {
                return false;
            }
        }
        return true;
    }

    private static void requirePort(String port) {
        if (port.length() > 5 || Integer.parseInt(port) < 1 || Integer.parseInt(port) > MAX_PORT) {
            throw wrong("has the port " + port + ", and there are 1 to " + MAX_PORT);
        }
    }

    private static boolean isNeverAllowed(int character) {
        return character == '\\'
                || Character.isWhitespace(character)
                || Character.isSpaceChar(character)
                || Character.isISOControl(character);
    }

    private static InvalidArguments wrong(String why) {
        return new InvalidArguments(
                "--forward-to takes a URL such as http://localhost:3000/hooks; what is given " + why + ".");
    }
}
