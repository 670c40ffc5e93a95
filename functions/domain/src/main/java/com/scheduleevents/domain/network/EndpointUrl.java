package com.scheduleevents.domain.network;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * A receiver's url that was found acceptable. Only strings that every client reads in the same way are accepted, so that
 * what was checked here is what is called later.
 */
public final class EndpointUrl {

    /** The longest url that is accepted, in characters. */
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
     * Reads a url as its owner wrote it.
     *
     * @param url what the owner wrote
     * @param extraNetworks ranges that are open besides the public internet: their ports may be named, their addresses
     *     may stand in place of a name, and names that mean something only in a closed network are accepted
     * @return the url, or why it is not acceptable
     */
    public static Reading read(String url, ExtraNetworks extraNetworks) {
        return new EndpointUrlReader(extraNetworks).read(url);
    }

    /**
     * The host alone of a url that was acceptable when it was registered, whatever is acceptable now: lower-case ASCII where
     * it has such a form. Nothing else of the url is in it.
     *
     * @return empty when it has no host
     */
    public static Optional<String> hostOf(String url) {
        return EndpointUrlReader.host(url);
    }

    /** The url as its owner wrote it. */
    public String given() {
        return given;
    }

    /**
     * The url in its one spelling: lower-case ASCII host without a trailing dot, no port where it is 443, at least a
     * slash as path.
     */
    public String canonical() {
        String authority = literal && host.contains(":") ? "[" + host + "]" : host;
        return "https://" + authority + (port == 443 ? "" : ":" + port) + pathAndQuery;
    }

    /** The host's name in lower-case ASCII, without a trailing dot; for a literal address its canonical form. */
    public String host() {
        return host;
    }

    /** The port to call, 1 to 65535. */
    public int port() {
        return port;
    }

    /** The address, if the url spells one out instead of a name. Nothing is looked up. */
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

    /** The host alone: path and query are the owner's business and stay out of logs. */
    @Override
    public String toString() {
        return "EndpointUrl[" + host + "]";
    }

    /** What came of reading a url. */
    public sealed interface Reading {

        /** @param url the url, acceptable */
        record Accepted(EndpointUrl url) implements Reading {}

        /**
         * The url is not acceptable.
         *
         * @param reason what is wrong, stable for programs
         * @param message what is wrong and what to do instead, for people; never quotes the url
         */
        record Refused(Reason reason, String message) implements Reading {}
    }

    /** What can be wrong with a url. */
    public enum Reason {
        /** Empty, or longer than {@link EndpointUrl#MAX_LENGTH}. */
        LENGTH,
        /** Not of the form {@code https://host/path}, or a character that has to be percent-encoded. */
        SYNTAX,
        /** Another scheme than https. */
        SCHEME,
        /** A user name or password before the host. */
        CREDENTIALS,
        /** A fragment at the end. */
        FRAGMENT,
        /** The host is no valid DNS name. */
        HOST,
        /** The host can only mean something inside a closed network. */
        PRIVATE_HOST,
        /** An IP address in place of the host's name. */
        LITERAL_ADDRESS,
        /** A port that receivers may not use. */
        PORT
    }
}
