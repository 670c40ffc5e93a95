package com.scheduleevents.simulation.deployment;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.scheduleevents.simulation.lambda.SimulatedContext;
import org.jspecify.annotations.Nullable;

/** The context of an invocation as handlers know it. */
final class LambdaContext implements Context {

    private static final LambdaLogger SILENT = new LambdaLogger() {
        @Override
        public void log(String message) {}

        @Override
        public void log(byte[] message) {}
    };

    private final SimulatedContext context;

    LambdaContext(SimulatedContext context) {
        this.context = context;
    }

    @Override
    public String getAwsRequestId() {
        return context.requestId();
    }

    @Override
    public String getLogGroupName() {
        return context.function();
    }

    @Override
    public String getLogStreamName() {
        return context.function();
    }

    @Override
    public String getFunctionName() {
        return context.function();
    }

    @Override
    public String getFunctionVersion() {
        return "1";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:us-east-1:000000000000:function:" + context.function();
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
        return Math.toIntExact(context.remaining().toMillis());
    }

    @Override
    public int getMemoryLimitInMB() {
        return 1024;
    }

    @Override
    public LambdaLogger getLogger() {
        return SILENT;
    }
}
