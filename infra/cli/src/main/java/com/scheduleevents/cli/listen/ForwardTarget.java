package com.scheduleevents.cli.listen;

import java.io.IOException;
import java.net.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.ConnectionSpec;
import okhttp3.CookieJar;
import okhttp3.Dns;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.TlsVersion;
import okio.BufferedSource;

/**
 * The URL to which deliveries are forwarded, with the HTTP client of the service's sender and its rules: no redirect is followed, and
 * nothing is repeated. Each delivery has a connection of its own. A program that is being written closes connections whenever it likes,
 * and a request on one that is being closed would be lost.
 */
final class ForwardTarget {

    /** Longer than a webhook waits, so that one can look around at a breakpoint. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** How much of the body of a response is read before the connection is closed, so that the program can write it. */
    private static final int MAX_BODY_BYTES = 1 << 10;

    private static final long MAX_BODY_MILLIS = 100;

    private static final ConnectionSpec TLS = new ConnectionSpec.Builder(ConnectionSpec.RESTRICTED_TLS)
            .tlsVersions(TlsVersion.TLS_1_3, TlsVersion.TLS_1_2)
            .build();

    private final HttpUrl url;
    private final OkHttpClient http;
    private final InstantSource clock;

    /** @param insecure whether any certificate is accepted */
    ForwardTarget(HttpUrl url, boolean insecure, InstantSource clock) {
        this(url, insecure, clock, Dns.SYSTEM);
    }

    /** @param names looks up hosts */
    ForwardTarget(HttpUrl url, boolean insecure, InstantSource clock, Dns names) {
        this.url = url;
        this.clock = clock;
        OkHttpClient client = client(names);
        this.http = insecure ? AnyCertificate.accepting(client) : client;
    }

    /**
     * Makes the request of a delivery.
     *
     * @throws InterruptedException when the program is asked to stop
     */
    Forwarded send(QueuedDelivery delivery) throws InterruptedException {
        ForwardProgress progress = new ForwardProgress(clock);
        Call call = http.newBuilder().eventListener(progress).build().newCall(request(delivery));
        FutureTask<Boolean> exchange = new FutureTask<>(() -> exchange(call));
        // On a thread of its own, because neither a lookup nor a read ends when this thread is interrupted.
        Thread.ofVirtual().start(exchange);
        boolean late = false;
        try {
            exchange.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            // The client throws unchecked exceptions for some responses, such as a Retry-After with too many digits.
            if (!(e.getCause() instanceof IOException || e.getCause() instanceof RuntimeException)) {
                throw new IllegalStateException("the request could not be made", e);
            }
        } catch (TimeoutException _) {
            late = true;
        } finally {
            call.cancel();
        }
        return progress.result(late);
    }

    /** As the sender does: it does not wait for a body that is long or slow. */
    private static boolean exchange(Call call) throws IOException {
        try (Response response = call.execute()) {
            BufferedSource body = response.body().source();
            body.timeout().deadline(MAX_BODY_MILLIS, TimeUnit.MILLISECONDS);
            return body.request(MAX_BODY_BYTES + 1);
        }
    }

    private Request request(QueuedDelivery delivery) {
        return new Request.Builder()
                .url(url)
                .headers(Headers.of(delivery.headers()))
                .header("Accept-Encoding", "identity")
                .post(new SignedBody(delivery.body()))
                .build();
    }

    private static OkHttpClient client(Dns names) {
        // What it logs is about the program of the user, who sees the outcomes.
        Logger.getLogger(OkHttpClient.class.getName()).setLevel(Level.OFF);
        return new OkHttpClient.Builder()
                .dns(names)
                .proxy(Proxy.NO_PROXY)
                .followRedirects(false)
                .followSslRedirects(false)
                .retryOnConnectionFailure(false)
                .cookieJar(CookieJar.NO_COOKIES)
                .connectionSpecs(List.of(TLS, ConnectionSpec.CLEARTEXT))
                .connectionPool(new ConnectionPool(0, 1, TimeUnit.NANOSECONDS))
                // The timeout is that of the whole exchange.
                .connectTimeout(Duration.ZERO)
                .readTimeout(Duration.ZERO)
                .writeTimeout(Duration.ZERO)
                .build();
    }
}
