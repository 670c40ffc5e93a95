package com.scheduleevents.domain.network;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * The URL of a receiver that was found acceptable. Only URLs that all clients parse alike are accepted, so that the URL that is called
 * later is the one that was checked here.
 */
public final class EndpointUrl {

    /** The maximum length of a URL, in characters. */
    public static final int MAX_LENGTH = 2048;

    private final String given;
    private final String host;
    private final int port;
    private final String pathAndQuery;
    private final boolean literal;

    EndpointUrl(String given, String host, int port, String pathAndQuery, boolean literal) {
        this.given = given;
        this.host = host;
        this.port = port;
        this.pathAndQuery = pathAndQuery;
        this.literal = literal;
    }

    /**
     * Checks a URL as its owner wrote it.
     *
     * @param extraNetworks networks besides the public internet: a URL may use their ports and their addresses in place of a name, and
     *     names that are not in the public DNS are accepted
     */
    public static Reading read(String url, ExtraNetworks extraNetworks) {
        return new EndpointUrlReader(extraNetworks).read(url);
    }

    /**
     * The host of a URL that was acceptable when it was registered, whatever is acceptable now: in lower-case ASCII if it has such a
     * form. It contains no other part of the URL. Empty when there is no host.
     */
    public static Optional<String> hostOf(String url) {
        return EndpointUrlReader.host(url);
    }

    /** The URL as its owner wrote it. */
    public String given() {
        return given;
    }

    /**
     * The URL in canonical form: the host in lower-case ASCII without a trailing dot, no port if it is 443, and a path of at least a
     * slash.
     */
    public String canonical() {
        String authority = literal && host.contains(":") ? "[" + host + "]" : host;
        return "https://" + authority + (port == 443 ? "" : ":" + port) + pathAndQuery;
    }

    /** The host name in lower-case ASCII without a trailing dot, or the canonical form of a literal address. */
    public String host() {
        return host;
    }

    /** The port to call, 1 to 65535. */
    public int port() {
        return port;
    }

    /** The address, if the URL has one in place of a name; no lookup is made. */
    public Optional<InetAddress> literalAddress() {
        if (!literal) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByAddress(
                    AddressLiterals.plain(host).orElseThrow().getBytes()));
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("An address that was read before has 4 or 16 bytes.", impossible);
        }
    }

    /** The host only: path and query must not be logged. */
    @Override
    public String toString() {
        return "EndpointUrl[" + host + "]";
    }

    /** The result of checking a URL. */
    public sealed interface Reading {

        /** The URL is acceptable. */
        record Accepted(EndpointUrl url) implements Reading {}

        /**
         * The URL is not acceptable.
         *
         * @param reason what is wrong, for programs
         * @param message what is wrong and how to fix it, for people; never quotes the URL
         */
        record Refused(Reason reason, String message) implements Reading {}
    }

    /** What can be wrong with a URL. */
    public enum Reason {
        /** Empty, or longer than {@link EndpointUrl#MAX_LENGTH}. */
        LENGTH,
        /** Not of the form {@code https://host/path}, or with a character that must be percent-encoded. */
        SYNTAX,
        /** A scheme other than https. */
        SCHEME,
        /** A user name or password before the host. */
        CREDENTIALS,
        /** A fragment at the end. */
        FRAGMENT,
        /** The host is not a valid DNS name. */
        HOST,
        /** The host name can exist only inside a closed network. */
        PRIVATE_HOST,
        /** An IP address in place of the host's name. */
        LITERAL_ADDRESS,
        /** A port that receivers may not use. */
        PORT
    }
}
