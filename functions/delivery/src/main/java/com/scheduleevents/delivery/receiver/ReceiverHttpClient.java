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

/** An HTTP client that does what it is told and nothing of its own accord. */
final class ReceiverHttpClient {

    /** Enough for the receivers that one sender is busy with. */
    private static final int MAX_IDLE_CONNECTIONS = 64;

    /** Shorter than the idle time-outs of common servers and of the networks between, most of which wait a minute or more. */
    private static final long IDLE_SECONDS = 30;

    /**
     * An HTTP/2 connection that died silently is given up after twice this time, which leaves room for another one within
     * an attempt of 5 s. Otherwise attempt after attempt would join it and time out.
     */
    private static final Duration PING = Duration.ofSeconds(2);

    /**
     * Set here, because Lambda's runtime client resets the JVM's list of disabled TLS versions to one that lets 1.0 and 1.1
     * in. The cipher suites are those with forward secrecy and authenticated encryption (RFC 9325, section 4.2).
     */
    private static final ConnectionSpec TLS = new ConnectionSpec.Builder(ConnectionSpec.RESTRICTED_TLS)
            .tlsVersions(TlsVersion.TLS_1_3, TlsVersion.TLS_1_2)
            .build();

    private ReceiverHttpClient() {}

    static OkHttpClient create() {
        // The client's own log quotes hosts and what receivers sent; an attempt's outcome is all that may be known.
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
                .pingInterval(PING)
                .connectionPool(new ConnectionPool(MAX_IDLE_CONNECTIONS, IDLE_SECONDS, TimeUnit.SECONDS))
                // No stage has a limit of its own: the deadline over the whole call is the only one.
                .connectTimeout(Duration.ZERO)
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .build();
    }

    /** The same client, sharing its connections, with TLS sockets that insist on the given authorities. */
    static OkHttpClient trusting(OkHttpClient client, TlsTrust trust) {
        return client.newBuilder()
                .sslSocketFactory(trust.sockets(), trust.authorities())
                .build();
    }
}
