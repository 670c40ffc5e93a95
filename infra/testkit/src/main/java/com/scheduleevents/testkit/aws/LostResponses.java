package com.scheduleevents.testkit.aws;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/** Executes every request, and loses the response to the first try of each write. */
final class LostResponses implements SdkHttpClient {

    private final SdkHttpClient real;
    private final Set<String> lost = ConcurrentHashMap.newKeySet();

    LostResponses(SdkHttpClient real) {
        this.real = real;
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        ExecutableHttpRequest prepared = real.prepareRequest(request);
        String operation =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        // The SDK's id of a call, which is the same for all its tries.
        String call = request.httpRequest()
                .firstMatchingHeader("amz-sdk-invocation-id")
                .orElse("");
        boolean write = Stream.of("PutItem", "UpdateItem", "DeleteItem", "BatchExecuteStatement")
                .anyMatch(operation::endsWith);
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                HttpExecuteResponse response = prepared.call();
                if (write && lost.add(call)) {
                    throw new IOException("the response was lost");
                }
                return response;
            }

            @Override
            public void abort() {
                prepared.abort();
            }
        };
    }

    @Override
    public void close() {
        real.close();
    }
}
