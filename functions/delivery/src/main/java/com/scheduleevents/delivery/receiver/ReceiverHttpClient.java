package com.scheduleevents.delivery.receiver;

import java.net.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.CookieJar;
import okhttp3.OkHttpClient;
import okhttp3.TlsVersion;

/** Creates an HTTP client without redirects, retries, cookies, cache or proxy. */
final class ReceiverHttpClient {

    /** Enough for the receivers of one sender. */
    private static final int MAX_IDLE_CONNECTIONS = 64;

    private static final int MAX_IDLE_TO_ONE = 8;

    /** Shorter than the idle timeouts of common servers and proxies, most of which are a minute or more. */
    private static final long IDLE_SECONDS = 30;

    /**
     * An HTTP/2 connection that is silently dead is closed after twice this time, which leaves time for another one within an attempt of
     * 5 s. Otherwise one attempt after the other would use it and time out.
     */
    static final Duration PING = Duration.ofSeconds(2);

    /**
     * Set explicitly, because Lambda's runtime client resets the JVM's list of disabled TLS versions to one that allows 1.0 and 1.1.
     * The cipher suites are those with forward secrecy and authenticated encryption (RFC 9325, section 4.2).
     */
    private static final ConnectionSpec TLS = new ConnectionSpec.Builder(ConnectionSpec.RESTRICTED_TLS)
            .tlsVersions(TlsVersion.TLS_1_3, TlsVersion.TLS_1_2)
            .build();

    private ReceiverHttpClient() {}

    /** @param ping the time between the pings of a kept HTTP/2 connection, which is closed after twice as long without a response */
    static OkHttpClient create(Duration ping) {
        // The client's log contains hosts and data that receivers sent; only the outcome of an attempt may be logged.
        Logger.getLogger(OkHttpClient.class.getName()).setLevel(Level.OFF);
        return new OkHttpClient.Builder()
                .proxy(Proxy.NO_PROXY)
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .cookieJar(CookieJar.NO_COOKIES)
                .cache(null)
                .connectionSpecs(List.of(TLS))
                .socketFactory(new ByteLimitedSocketFactory())
                .pingInterval(ping)
                .connectionPool(connections(MAX_IDLE_CONNECTIONS))
                // No stage has a timeout of its own; the deadline covers the whole call.
                .connectTimeout(Duration.ZERO)
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .build();
    }

    /** The same client with connections of its own, to one receiver. */
    static OkHttpClient unconnected(OkHttpClient client) {
        return client.newBuilder().connectionPool(connections(MAX_IDLE_TO_ONE)).build();
    }

    private static ConnectionPool connections(int maxIdle) {
        return new ConnectionPool(maxIdle, IDLE_SECONDS, TimeUnit.SECONDS);
    }

    /** The same client, sharing its connection pool, with TLS sockets that trust the given authorities. */
    static OkHttpClient trusting(OkHttpClient client, TlsTrust trust) {
        return client.newBuilder()
                .sslSocketFactory(trust.sockets(), trust.authorities())
                .build();
    }
}
