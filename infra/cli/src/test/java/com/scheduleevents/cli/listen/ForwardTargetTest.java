package com.scheduleevents.cli.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.UnknownHostException;
import java.time.InstantSource;
import java.util.Map;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;

/** Tests what becomes of a delivery whose target has no address, without asking a resolver. */
class ForwardTargetTest {

    private static final HttpUrl URL = HttpUrl.get("http://receiver.example/hooks");

    @Test
    void deliveryToAHostWithoutAnAddressHasNotReachedIt() throws InterruptedException {
        ForwardTarget target = new ForwardTarget(URL, false, InstantSource.system(), host -> {
            throw new UnknownHostException(host);
        });
        Forwarded result = target.send(new QueuedDelivery("rcp_1", Map.of("webhook-id", "evt_1"), "{}"));
        assertThat(result.outcome()).isEqualTo("dns");
        assertThat(result.hasReached()).isFalse();
    }
}
