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
 * How far one call has come. The HTTP client tries a host's addresses side by side, on several threads, and reports on all
 * of them; the furthest stage is the one whose failure counts.
 */
final class CallProgress extends EventListener {

    private final AtomicReference<Stage> furthest = new AtomicReference<>(Stage.CONNECTION);
    private volatile boolean connected;
    private volatile boolean reused;
    private volatile @Nullable Response answer;
    private volatile @Nullable CertificateFault certificateFault;

    /** The answer's head, once it has arrived whole, even when the client finds fault with the rest of the answer. */
    @Nullable
    Response answer() {
        return answer;
    }

    /** Whether the call went over a connection that an earlier call had made. */
    boolean overReusedConnection() {
        return reused;
    }

    /** The class of a call that failed now, for another reason than time. */
    OutcomeClass failure() {
        return furthest.get().failure;
    }

    /** What was wrong with the receiver's certificate, if the call failed for that. */
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
        answer = response;
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
