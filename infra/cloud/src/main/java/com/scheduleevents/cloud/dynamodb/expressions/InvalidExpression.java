package com.scheduleevents.cloud.dynamodb.expressions;

/** An expression, or a value in a request, that DynamoDB refuses with a ValidationException. */
public final class InvalidExpression extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** With what DynamoDB would say. */
    public InvalidExpression(String message) {
        super(message);
    }
}
