package com.scheduleevents.emulator.proxy;

import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.LoopbackServer;
import com.scheduleevents.emulator.http.ServerAction;
import com.scheduleevents.emulator.http.ServerRequest;
import com.scheduleevents.emulator.http.ServerResponse;
import com.scheduleevents.emulator.lambda.FunctionInstance;
import com.scheduleevents.emulator.lambda.LivingInstances;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A proxy between the functions and a service, which passes their calls on unless an interceptor prevents it. */
public final class FaultProxy implements AutoCloseable {

    /** Above the largest request of any service, 16 MB. */
    private static final int MAX_BODY = 17 * 1024 * 1024;

    /** Hop-by-hop headers, which are not passed on. */
    private static final Set<String> HOP_HEADERS = Set.of(
            "connection",
            "content-length",
            "expect",
            "host",
            "http2-settings",
            "keep-alive",
            "transfer-encoding",
            "upgrade");

    private final String service;
    private final URI upstream;
    private final LivingInstances instances;
    private final List<CallInterceptor> interceptors;
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newBuilder()
            .executor(workers)
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .build();
    private final LoopbackServer server;

    /**
     * Starts to listen on a free port.
     *
     * @param service {@code dynamodb}, {@code sqs}, {@code ses}, {@code sts} or {@code kms}
     * @param upstream where the service listens
     * @param instances the instances that may call
     * @param interceptors asked in this order
     */
    public FaultProxy(String service, URI upstream, LivingInstances instances, List<CallInterceptor> interceptors) {
        this.service = service;
        this.upstream = upstream;
        this.instances = instances;
        this.interceptors = List.copyOf(interceptors);
        this.server = LoopbackServer.start("proxy of " + service, 0, MAX_BODY, this::serve);
    }

    /** The endpoint for the functions. */
    public URI url() {
        return server.url();
    }

    private ServerAction serve(ServerRequest request) throws IOException, InterruptedException {
        Optional<FunctionInstance> caller = ServiceCall.accessKeyId(request).flatMap(instances::with);
        if (caller.isEmpty()) {
            return error(
                    403,
                    "UnrecognizedClientException",
                    "These credentials do not belong to a running instance of a function.");
        }
        ServiceCall call = ServiceCall.of(service, caller.get().function(), request);
        for (CallInterceptor interceptor : interceptors) {
            switch (interceptor.before(call)) {
                case CallInterceptor.Interception.Kill _ -> {
                    return killed(caller.get(), call);
                }
                case CallInterceptor.Interception.Deny denied -> {
                    return AccessDenied.by(service, denied.reason());
                }
                case CallInterceptor.Interception.Pass _ -> {}
            }
        }
        ServerResponse response = passOn(request);
        for (CallInterceptor interceptor : interceptors) {
            if (interceptor.after(call) instanceof CallInterceptor.Interception.Kill) {
                return killed(caller.get(), call);
            }
        }
        return response;
    }

    private static ServerAction killed(FunctionInstance instance, ServiceCall call) {
        instance.kill("Killed when " + call + ".");
        return new ServerAction.NoResponse();
    }

    private ServerResponse passOn(ServerRequest request) throws IOException, InterruptedException {
        HttpRequest.Builder onward = HttpRequest.newBuilder(upstream.resolve(request.target()))
                .method(request.method(), HttpRequest.BodyPublishers.ofByteArray(request.body()));
        for (Header header : request.headers()) {
            if (passes(header.name())) {
                onward.header(header.name(), header.value());
            }
        }
        HttpResponse<byte[]> response = client.send(onward.build(), HttpResponse.BodyHandlers.ofByteArray());
        List<Header> headers = new ArrayList<>();
        response.headers().map().forEach((name, values) -> {
            if (passes(name)) {
                values.forEach(value -> headers.add(new Header(name, value)));
            }
        });
        return new ServerResponse(response.statusCode(), headers, response.body());
    }

    private static boolean passes(String header) {
        String name = header.toLowerCase(Locale.ROOT);
        return !HOP_HEADERS.contains(name) && !name.startsWith(":");
    }

    private static ServerResponse error(int status, String type, String message) {
        var body = com.fasterxml.jackson.databind.node.JsonNodeFactory.instance
                .objectNode()
                .put("__type", type)
                .put("message", message);
        return ServerResponse.of(status, "application/x-amz-json-1.0", body.toString());
    }

    @Override
    public void close() {
        server.close();
        client.shutdownNow();
        workers.shutdownNow();
    }
}
