package com.scheduleevents.aws;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** The HTTP client for priming: it responds to every request with an empty object, without network access. */
final class StubHttpClient implements SdkHttpClient {

    private static final String FORM = "application/x-www-form-urlencoded";

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
                                new ByteArrayInputStream(emptyObject(request).getBytes(StandardCharsets.UTF_8))))
                        .build();
            }

            @Override
            public void abort() {
                // Nothing is in progress.
            }
        };
    }

    /** SES takes forms and responds with XML; the other services use JSON. */
    private static String emptyObject(HttpExecuteRequest request) {
        return request.httpRequest()
                        .firstMatchingHeader("Content-Type")
                        .filter(type -> type.startsWith(FORM))
                        .isPresent()
                ? "<Response/>"
                : "{}";
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}
