package com.scheduleevents.delivery.receiver;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import javax.net.ServerSocketFactory;
import okhttp3.Call;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.Test;

final class CallProgressTest {

    /** The receiver would end the handshake by itself. */
    @Test
    void callThatWasCanceledBeforeItsHandshakeEnds() throws Exception {
        OkHttpClient client = ReceiverHttpClient.create(ReceiverHttpClient.PING);
        try (TestReceiver receiver =
                TestReceiver.start(ServerSocketFactory.getDefault(), TestReceiver.Connection::reset)) {
            Request request =
                    new Request.Builder().url(receiver.url("localhost")).build();
            Call canceled = client.newCall(request);
            canceled.cancel();
            OkHttpClient watched = client.newBuilder()
                    .eventListener(new EventListener() {
                        @Override
                        public void secureConnectStart(Call call) {
                            new CallProgress().secureConnectStart(canceled);
                        }
                    })
                    .build();

            assertThatIllegalStateException()
                    .isThrownBy(() -> watched.newCall(request).execute().close())
                    .withMessageContaining("canceled");
        }
    }
}
