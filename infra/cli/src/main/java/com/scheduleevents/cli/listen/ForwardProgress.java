package com.scheduleevents.cli.listen;

import java.net.InetSocketAddress;
import java.net.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * How far the request of a delivery has come. The headers of a response decide, whatever its body is, and whatever the client says of
 * them afterwards: it refuses some responses that it has read, such as one of status 204 with a body. Without a response, the furthest
 * stage names the failure, as in the service's sender.
 */
final class ForwardProgress extends EventListener {

    private final InstantSource clock;
    private final Instant begun;
    private final AtomicReference<Stage> furthest = new AtomicReference<>(Stage.LOOKUP);
    private volatile @Nullable Forwarded responded;

    ForwardProgress(InstantSource clock) {
        this.clock = clock;
        this.begun = clock.instant();
    }

    /**
     * What became of the delivery.
     *
     * @param late whether there was no more time for a response
     */
    Forwarded result(boolean late) {
        Forwarded response = responded;
        if (response != null) {
            return response;
        }
        Stage stage = furthest.get();
        return Forwarded.failed(late ? "timeout" : stage.outcome, stage == Stage.EXCHANGE, took());
    }

    @Override
    public void connectStart(Call call, InetSocketAddress address, Proxy proxy) {
        reached(Stage.CONNECTION);
    }

    @Override
    public void secureConnectStart(Call call) {
        reached(Stage.HANDSHAKE);
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        reached(Stage.EXCHANGE);
    }

    @Override
    public void responseHeadersEnd(Call call, Response response) {
        responded = Forwarded.responded(response.code(), took());
    }

    private Duration took() {
        return Duration.between(begun, clock.instant());
    }

    private void reached(Stage stage) {
        furthest.accumulateAndGet(stage, (before, now) -> before.compareTo(now) > 0 ? before : now);
    }

    /** What has begun, and the outcome when it fails. */
    private enum Stage {
        LOOKUP("dns"),
        CONNECTION("connect"),
        HANDSHAKE("tls"),
        EXCHANGE("protocol");

        private final String outcome;

        Stage(String outcome) {
            this.outcome = outcome;
        }
    }
}
