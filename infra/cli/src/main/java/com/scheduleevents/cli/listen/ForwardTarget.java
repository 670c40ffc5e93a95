package com.scheduleevents.cli.listen;

import com.scheduleevents.cli.output.WrongUsage;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/** The URL to which deliveries are forwarded. No redirect is followed, as with a webhook. */
final class ForwardTarget implements AutoCloseable {

    /** Longer than a webhook waits, so that one can look around at a breakpoint. */
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private static final Pattern SCHEME = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]*://");

    private final URI url;
    private final HttpClient http;
    private final InstantSource clock;

    /** @param insecure whether any certificate is accepted */
    ForwardTarget(URI url, boolean insecure, InstantSource clock) {
        this.url = url;
        this.clock = clock;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(TIMEOUT);
        this.http = (insecure ? builder.sslContext(AnyCertificate.context()) : builder).build();
    }

    /**
     * Reads a URL; without a scheme it is one of plain HTTP.
     *
     * @throws WrongUsage when it is no URL that can be called
     */
    static URI parse(String text) {
        try {
            URI url = URI.create(SCHEME.matcher(text).find() ? text : "http://" + text);
            if (url.getHost() != null
                    && url.getUserInfo() == null
                    && (url.getScheme().equals("http") || url.getScheme().equals("https"))) {
                return url;
            }
        } catch (IllegalArgumentException _) {
            // The same sentence serves.
        }
        throw new WrongUsage("--forward-to takes a URL such as http://localhost:3000/hooks.");
    }

    /** Makes the request of a delivery. */
    Forwarded send(QueuedDelivery delivery) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(url).POST(BodyPublishers.ofString(delivery.body()));
        delivery.headers().forEach(request::setHeader);
        var begun = clock.instant();
        CompletableFuture<HttpResponse<Void>> response = http.sendAsync(request.build(), BodyHandlers.discarding());
        try {
            int status = response.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS).statusCode();
            return Forwarded.responded(status, Duration.between(begun, clock.instant()));
        } catch (ExecutionException e) {
            return Forwarded.failed(outcome(e), Duration.between(begun, clock.instant()));
        } catch (TimeoutException _) {
            return Forwarded.failed("timeout", Duration.between(begun, clock.instant()));
        } finally {
            response.cancel(true);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }

    private static String outcome(ExecutionException failed) {
        return switch (failed.getCause()) {
            case HttpTimeoutException _ -> "timeout";
            case ConnectException refused when refused.getCause() instanceof UnresolvedAddressException -> "dns";
            case ConnectException _ -> "connect";
            case SSLException _ -> "tls";
            case IOException _ -> "protocol";
            case null, default -> throw new IllegalStateException("the request could not be made", failed);
        };
    }
}
