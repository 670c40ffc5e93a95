package com.scheduleevents.testkit.aws;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;

/** Carries out every request, and loses the answer of the first try of each write. */
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
        // The SDK's name of a call, the same for all tries of it.
        String call = request.httpRequest()
                .firstMatchingHeader("amz-sdk-invocation-id")
                .orElse("");
        boolean write =
                operation.endsWith("PutItem") || operation.endsWith("UpdateItem") || operation.endsWith("DeleteItem");
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() throws IOException {
                HttpExecuteResponse answer = prepared.call();
                if (write && lost.add(call)) {
                    throw new IOException("the answer was lost");
                }
                return answer;
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
