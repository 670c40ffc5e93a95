package com.scheduleevents.emulator.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The context object of an invocation. */
final class InvocationContext implements Context {

    private final String requestId;
    private final String name;
    private final String arn;
    private final int memoryMegabytes;
    private final long deadlineNanos;
    private final FunctionLog log;

    InvocationContext(
            String requestId, String name, String arn, int memoryMegabytes, Duration timeout, FunctionLog log) {
        this.requestId = requestId;
        this.name = name;
        this.arn = arn;
        this.memoryMegabytes = memoryMegabytes;
        this.deadlineNanos = System.nanoTime() + timeout.toNanos();
        this.log = log;
    }

    @Override
    public String getAwsRequestId() {
        return requestId;
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/" + name;
    }

    @Override
    public String getLogStreamName() {
        return "local";
    }

    @Override
    public String getFunctionName() {
        return name;
    }

    @Override
    public String getFunctionVersion() {
        return "$LATEST";
    }

    @Override
    public String getInvokedFunctionArn() {
        return arn;
    }

    @Override
    public @Nullable CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public @Nullable ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return (int) Math.max(0, (deadlineNanos - System.nanoTime()) / 1_000_000);
    }

    @Override
    public int getMemoryLimitInMB() {
        return memoryMegabytes;
    }

    @Override
    public LambdaLogger getLogger() {
        return new LambdaLogger() {
            @Override
            public void log(String message) {
                log.line(name, message);
            }

            @Override
            public void log(byte[] message) {
                log.line(name, new String(message, StandardCharsets.UTF_8));
            }
        };
    }
}
