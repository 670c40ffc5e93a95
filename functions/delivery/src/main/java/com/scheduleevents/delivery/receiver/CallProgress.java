package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.receiver.CertificateFault;
import com.scheduleevents.domain.receiver.OutcomeClass;
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
    private volatile CertificateRequest certificateRequest = CertificateRequest.NONE;

    /** The status and headers, once they have arrived, even if the client rejects the rest of the response. */
    @Nullable
    Response response() {
        return response;
    }

    /** Whether the call used a pooled connection. */
    boolean overReusedConnection() {
        return reused;
    }

    /**
     * The class of a failure before any response, other than a timeout. A receiver that speaks TLS 1.3 rejects a
     * client after the handshake.
     */
    OutcomeClass classOf(Throwable failure) {
        Stage stage = furthest.get();
        return stage == Stage.EXCHANGE && TlsFailure.isIn(failure) ? OutcomeClass.TLS : stage.failure;
    }

    /** What was wrong with a certificate, if the failure is of the class {@link OutcomeClass#TLS} because of it. */
    @Nullable
    CertificateFault faultOf(Throwable failure) {
        return classOf(failure) == OutcomeClass.TLS
                ? TlsFailure.faultIn(failure, certificateRequest).orElse(null)
                : null;
    }

    /** The receiver asks for a certificate of the sender, which presents one or does not. */
    void certificateRequested(boolean presented) {
        certificateRequest = presented ? CertificateRequest.PRESENTED : CertificateRequest.DECLINED;
    }

    /**
     * Ends a call whose time was up at the moment between the connection and the handshake. The HTTP client forgets a cancellation that comes
     * then, and would wait for a handshake for ever. One that comes later closes the socket.
     *
     * @throws IllegalStateException when the call was canceled
     */
    @Override
    public void secureConnectStart(Call call) {
        reached(Stage.HANDSHAKE);
        if (call.isCanceled()) {
            throw new IllegalStateException("The call was canceled before its handshake.");
        }
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

    /** Whether a receiver has asked for a certificate of the sender. */
    enum CertificateRequest {
        /** It has not. */
        NONE,
        /** It has, and there is none that it could take. */
        DECLINED,
        /** It has, and was presented one. */
        PRESENTED
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
