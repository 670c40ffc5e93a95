package com.scheduleevents.domain.network;

import com.scheduleevents.domain.network.EndpointUrl.Reading;
import com.scheduleevents.domain.network.EndpointUrl.Reading.Accepted;
import com.scheduleevents.domain.network.EndpointUrl.Reading.Refused;
import com.scheduleevents.domain.network.EndpointUrl.Reason;
import inet.ipaddr.IPAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses a URL by RFC 3986, without the repairs that browsers and HTTP clients make, because they do not agree on them.
 */
final class EndpointUrlReader {

    private static final int DEFAULT_PORT = 443;

    /** RFC 3986, appendix B, with the scheme's delimiters required. */
    private static final Pattern SHAPE = Pattern.compile(
            "(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?<authority>[^/?#]*)(?<path>[^?#]*)(?<query>\\?[^#]*)?(?<fragment>#.*)?");

    private static final Pattern AUTHORITY = Pattern.compile("(?<host>\\[[^\\[\\]]*]|[^:\\[\\]]*)(?::(?<port>[^:]*))?");
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
    private static final Pattern PATH = Pattern.compile("(?:/(?:[A-Za-z0-9._~!$&'()*+,;=:@-]++|%[0-9A-Fa-f]{2})*+)*+");

    /** RFC 3986 without the apostrophe, which HTTP clients encode in a query although they need not. */
    private static final Pattern QUERY = Pattern.compile("\\?(?:[A-Za-z0-9._~!$&()*+,;=:@/?-]++|%[0-9A-Fa-f]{2})*+");

    /** Some clients remove these segments and others do not. */
    private static final Pattern DOT_SEGMENT = Pattern.compile("(?i)(?:.*/)?(?:\\.|%2e){1,2}(?:/.*)?");

    private final ExtraNetworks extraNetworks;

    EndpointUrlReader(ExtraNetworks extraNetworks) {
        this.extraNetworks = extraNetworks;
    }

    static Optional<String> host(String url) {
        Matcher shape = SHAPE.matcher(url);
        if (!shape.matches()) {
            return Optional.empty();
        }
        String authority = shape.group("authority");
        Matcher parts = AUTHORITY.matcher(authority.substring(authority.lastIndexOf('@') + 1));
        return Optional.of(parts)
                .filter(Matcher::matches)
                .map(found -> found.group("host"))
                .filter(host -> !host.isEmpty())
                .map(host -> HostName.toAscii(host).orElse(host));
    }

    Reading read(String url) {
        if (url.isEmpty() || url.length() > EndpointUrl.MAX_LENGTH) {
            return new Refused(Reason.LENGTH, "The URL must have 1 to " + EndpointUrl.MAX_LENGTH + " characters.");
        }
        if (url.chars().anyMatch(EndpointUrlReader::isNeverAllowed)) {
            return new Refused(
                    Reason.SYNTAX,
                    "The URL contains a space, a control character or a backslash. Remove it, or percent-encode it"
                            + " where it belongs to the path or query.");
        }
        Matcher shape = SHAPE.matcher(url);
        if (!shape.matches()) {
            return new Refused(Reason.SYNTAX, "Write the URL in full, such as https://example.com/webhooks.");
        }
        if (!shape.group("scheme").toLowerCase(Locale.ROOT).equals("https")) {
            return new Refused(Reason.SCHEME, "Events are sent only over https. Begin the URL with https://.");
        }
        if (shape.group("authority").contains("@")) {
            return new Refused(
                    Reason.CREDENTIALS,
                    "Leave the user name and password out of the URL. Deliveries are signed: verify the signature.");
        }
        if (shape.group("fragment") != null) {
            return new Refused(Reason.FRAGMENT, "Leave out the # and what follows it: it is never sent.");
        }
        String path = shape.group("path");
        String query = Optional.ofNullable(shape.group("query")).orElse("");
        if (!PATH.matcher(path).matches()
                || (!query.isEmpty() && !QUERY.matcher(query).matches())) {
            return new Refused(
                    Reason.SYNTAX,
                    "The path or query contains a character that must be percent-encoded, such as %20 for a space,"
                            + " %5B for [ and %27 for ' in a query.");
        }
        if (DOT_SEGMENT.matcher(path).matches()) {
            return new Refused(Reason.SYNTAX, "Write the path without the segments . and .. in it.");
        }
        return readAuthority(url, shape.group("authority"), (path.isEmpty() ? "/" : path) + query);
    }

    private Reading readAuthority(String url, String authority, String pathAndQuery) {
        Matcher parts = AUTHORITY.matcher(authority);
        if (!parts.matches()) {
            return new Refused(Reason.SYNTAX, "Write host and port as host:port, such as example.com:8443.");
        }
        String writtenPort = parts.group("port");
        int port = DEFAULT_PORT;
        if (writtenPort != null) {
            if (!PORT.matcher(writtenPort).matches() || Integer.parseInt(writtenPort) > 65_535) {
                return new Refused(
                        Reason.PORT, "The port is not a number from 1 to 65535 without leading zeros. " + ports());
            }
            port = Integer.parseInt(writtenPort);
        }
        if (!PublicInternet.PORTS.contains(port) && !extraNetworks.opens(port)) {
            return new Refused(Reason.PORT, "Receivers may not use this port. " + ports());
        }
        String host = parts.group("host");
        if (host.startsWith("[")) {
            return readLiteral(url, host.substring(1, host.length() - 1), port, pathAndQuery);
        }
        return readName(url, host, port, pathAndQuery);
    }

    private Reading readName(String url, String host, int port, String pathAndQuery) {
        Optional<String> ascii = HostName.toAscii(host);
        if (ascii.filter(AddressLiterals::looksLikeIpv4).isPresent()) {
            return readLiteral(url, ascii.get(), port, pathAndQuery);
        }
        if (ascii.filter(HostName::isValid).isEmpty()) {
            return new Refused(
                    Reason.HOST,
                    "The host is not a valid DNS name. Use letters, digits and hyphens in labels of 1 to 63 characters"
                            + " separated by dots. If an international name is refused, write its ASCII form (xn--…).");
        }
        String name = ascii.get();
        if (extraNetworks.isEmpty() && HostName.isNeverPublic(name)) {
            return new Refused(
                    Reason.PRIVATE_HOST,
                    "The host name exists only inside a closed network. Use one in the public DNS, such as"
                            + " webhooks.example.com.");
        }
        return new Accepted(new EndpointUrl(url, name, port, pathAndQuery, false));
    }

    private Reading readLiteral(String url, String text, int port, String pathAndQuery) {
        Optional<IPAddress> address = AddressLiterals.plain(text);
        if (address.isEmpty() || !extraNetworks.contains(address.get(), port)) {
            return new Refused(
                    Reason.LITERAL_ADDRESS,
                    "The host is an IP address. Give the receiver a name in the public DNS and a certificate for it,"
                            + " and use the name.");
        }
        String canonical = address.get().toCanonicalString();
        return new Accepted(new EndpointUrl(url, canonical, port, pathAndQuery, true));
    }

    private String ports() {
        return extraNetworks.isEmpty()
                ? "Use 443, which can be left out, or 8443."
                : "Use 443, 8443 or a port of the networks that this service is configured for: " + extraNetworks + ".";
    }

    private static boolean isNeverAllowed(int character) {
        return character == '\\'
                || Character.isWhitespace(character)
                || Character.isSpaceChar(character)
                || Character.isISOControl(character);
    }
}
