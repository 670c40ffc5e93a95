package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.receiver.CertificateFault;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okhttp3.Connection;
import okhttp3.EventListener;
import okhttp3.Protocol;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Records how far a call has progressed. The HTTP client tries the addresses of a host concurrently and reports on all of them; the
 * furthest stage decides how a failure is classified.
 */
final class CallProgress extends EventListener {

    private final AtomicReference<Stage> furthest = new AtomicReference<>(Stage.CONNECTION);
    private volatile boolean connected;
    private volatile boolean reused;
    private volatile @Nullable Response response;
    private volatile @Nullable CertificateFault certificateFault;

    /** The status and headers, once they have arrived, even if the client rejects the rest of the response. */
    @Nullable
    Response response() {
        return response;
    }

    /** Whether the call used a pooled connection. */
    boolean overReusedConnection() {
        return reused;
    }

    /** The class of a failure at this stage, other than a timeout. */
    OutcomeClass failure() {
        return furthest.get().failure;
    }

    /** The fault of the receiver's certificate, if it was the cause of the failure. */
    @Nullable
    CertificateFault certificateFault() {
        return furthest.get() == Stage.HANDSHAKE ? certificateFault : null;
    }

    @Override
    public void connectFailed(
            Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol, IOException failure) {
        DiagnosingTrustManager.in(failure).ifPresent(fault -> certificateFault = fault);
    }

    @Override
    public void secureConnectStart(Call call) {
        reached(Stage.HANDSHAKE);
    }

    @Override
    public void connectEnd(Call call, InetSocketAddress address, Proxy proxy, @Nullable Protocol protocol) {
        connected = true;
    }

    @Override
    public void connectionAcquired(Call call, Connection connection) {
        reused = !connected;
        reached(Stage.EXCHANGE);
    }

    @Override
    public void responseHeadersEnd(Call call, Response response) {
        this.response = response;
    }

    private void reached(Stage stage) {
        furthest.accumulateAndGet(stage, (before, now) -> before.compareTo(now) > 0 ? before : now);
    }

    private enum Stage {
        CONNECTION(OutcomeClass.CONNECT),
        HANDSHAKE(OutcomeClass.TLS),
        EXCHANGE(OutcomeClass.PROTOCOL);

        private final OutcomeClass failure;

        Stage(OutcomeClass failure) {
            this.failure = failure;
        }
    }
}
