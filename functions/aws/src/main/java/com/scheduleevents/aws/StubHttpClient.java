package com.scheduleevents.aws;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The HTTP client for priming: it responds to every request with an empty JSON object, without network access. */
final class StubHttpClient implements SdkHttpClient {

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        return new ExecutableHttpRequest() {
            @Override
            public HttpExecuteResponse call() {
                return HttpExecuteResponse.builder()
                        .response(SdkHttpResponse.builder()
                                .statusCode(200)
                                .putHeader("Content-Type", "application/x-amz-json-1.0")
                                .build())
                        .responseBody(AbortableInputStream.create(
                                new ByteArrayInputStream("{}".getBytes(StandardCharsets.UTF_8))))
                        .build();
            }

            @Override
            public void abort() {
                // Nothing is in progress.
            }
        };
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
