package com.scheduleevents.aws;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/** Refuses the first updates and deletes as DynamoDB does whose row a transaction is just writing, and carries out the rest. */
final class MeetingTransactions implements SdkHttpClient {

    private static final byte[] REFUSAL =
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionConflictException\",\"message\":\"Ongoing.\"}"
                    .getBytes(StandardCharsets.UTF_8);

    private final SdkHttpClient real;
    private final AtomicInteger left;

    /** @param refused how many writes */
    MeetingTransactions(SdkHttpClient real, int refused) {
        this.real = real;
        this.left = new AtomicInteger(refused);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        String operation =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        boolean write = operation.endsWith("UpdateItem") || operation.endsWith("DeleteItem");
        return write && left.getAndDecrement() > 0 ? new Refused() : real.prepareRequest(request);
    }

    @Override
    public void close() {
        real.close();
    }

    private static final class Refused implements ExecutableHttpRequest {

        @Override
        public HttpExecuteResponse call() {
            return HttpExecuteResponse.builder()
                    .response(SdkHttpResponse.builder()
                            .statusCode(400)
                            .putHeader("Content-Type", "application/x-amz-json-1.0")
                            .build())
                    .responseBody(AbortableInputStream.create(new ByteArrayInputStream(REFUSAL)))
                    .build();
        }

        @Override
        public void abort() {
            // It is answered before anybody could.
        }
    }
}
