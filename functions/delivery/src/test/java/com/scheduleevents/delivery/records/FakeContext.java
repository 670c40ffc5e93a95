package com.scheduleevents.delivery.records;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;

/** The context of an invocation by a function that asks for nothing but its id. */
public final class FakeContext implements Context {

    @Override
    public String getAwsRequestId() {
        return "no-request";
    }

    @Override
    public String getLogGroupName() {
        throw unasked();
    }

    @Override
    public String getLogStreamName() {
        throw unasked();
    }

    @Override
    public String getFunctionName() {
        throw unasked();
    }

    @Override
    public String getFunctionVersion() {
        throw unasked();
    }

    @Override
    public String getInvokedFunctionArn() {
        throw unasked();
    }

    @Override
    public CognitoIdentity getIdentity() {
        throw unasked();
    }

    @Override
    public ClientContext getClientContext() {
        throw unasked();
    }

    @Override
    public int getRemainingTimeInMillis() {
        throw unasked();
    }

    @Override
    public int getMemoryLimitInMB() {
        throw unasked();
    }

    @Override
    public LambdaLogger getLogger() {
        throw unasked();
    }

    private static AssertionError unasked() {
        return new AssertionError("no function here depends on its context");
    }
}
