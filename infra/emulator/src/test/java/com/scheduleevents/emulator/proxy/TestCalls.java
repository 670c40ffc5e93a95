package com.scheduleevents.emulator.proxy;

import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Calls as the proxy passes them to interceptors, and the refusals of interceptors, for tests of interceptors. */
public final class TestCalls {

    private TestCalls() {}

    /** A call of an operation; SES takes its name from the form in the body. */
    public static ServiceCall of(String service, String function, String operation, String body) {
        List<Header> headers =
                service.equals("ses") ? List.of() : List.of(new Header("X-Amz-Target", "Service_2012." + operation));
        return ServiceCall.of(
                service,
                function,
                new ServerRequest(
                        "POST", "/", "HTTP/1.1", headers, body.getBytes(StandardCharsets.UTF_8), "127.0.0.1"));
    }

    /** How a service says that something is not allowed. */
    public static ServerResponse refusal(String service, String reason) {
        return AccessDenied.by(service, reason);
    }
}
