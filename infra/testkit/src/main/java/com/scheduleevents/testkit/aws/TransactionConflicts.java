package com.scheduleevents.testkit.aws;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.HttpExecuteResponse;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Refuses the first writes as DynamoDB does whose rows a transaction is just writing, and carries out the rest. Of a
 * transaction it is the first write that is refused so.
 */
final class TransactionConflicts implements SdkHttpClient {

    private static final String PACKAGE = "com.amazonaws.dynamodb.v20120810#";
    private static final String REFUSAL =
            "{\"__type\":\"" + PACKAGE + "TransactionConflictException\",\"message\":\"Ongoing.\"}";

    private final SdkHttpClient real;
    private final AtomicInteger left;

    /** @param refused how many writes */
    TransactionConflicts(SdkHttpClient real, int refused) {
        this.real = real;
        this.left = new AtomicInteger(refused);
    }

    @Override
    public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
        String operation =
                request.httpRequest().firstMatchingHeader("X-Amz-Target").orElse("");
        if (operation.endsWith("UpdateItem") || operation.endsWith("DeleteItem")) {
            return left.getAndDecrement() > 0 ? new Refused(REFUSAL) : real.prepareRequest(request);
        }
        if (operation.endsWith("TransactWriteItems")) {
            return left.getAndDecrement() > 0 ? new Refused(cancelled(request)) : real.prepareRequest(request);
        }
        return real.prepareRequest(request);
    }

    /** A reason for each write, as many as there are conditions: every write of this service has one. */
    private static String cancelled(HttpExecuteRequest request) {
        int writes = body(request).split("\"ConditionExpression\"", -1).length - 1;
        return "{\"__type\":\"" + PACKAGE
                + "TransactionCanceledException\",\"message\":\"Cancelled.\",\"CancellationReasons\":["
                + Stream.concat(Stream.of("TransactionConflict"), Stream.generate(() -> "None"))
                        .limit(writes)
                        .map(code -> "{\"Code\":\"" + code + "\"}")
                        .collect(Collectors.joining(","))
                + "]}";
    }

    private static String body(HttpExecuteRequest request) {
        try (InputStream body = request.contentStreamProvider().orElseThrow().newStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        real.close();
    }

    private record Refused(String answer) implements ExecutableHttpRequest {

        @Override
        public HttpExecuteResponse call() {
            return HttpExecuteResponse.builder()
                    .response(SdkHttpResponse.builder()
                            .statusCode(400)
                            .putHeader("Content-Type", "application/x-amz-json-1.0")
                            .build())
                    .responseBody(AbortableInputStream.create(
                            new ByteArrayInputStream(answer.getBytes(StandardCharsets.UTF_8))))
                    .build();
        }

        @Override
        public void abort() {
            // It is answered before anybody could.
        }
    }
}
