package com.scheduleevents.api.authorizer;

import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse.PolicyDocument;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse.Statement;
import com.scheduleevents.api.http.AuthorizerContext;
import java.util.List;
import java.util.Map;

/** Creates the responses of the authorizer in the form that API Gateway reads. */
final class Policies {

    private static final String NO_PRINCIPAL = "nobody";

    private Policies() {}

    static IamPolicyResponse allow(String methodArn, AuthorizerContext context) {
        return response(
                context.caller().key().value(),
                IamPolicyResponse.allowStatement(wholeStage(methodArn)),
                context.toMap());
    }

    static IamPolicyResponse deny(String methodArn, DenialReason reason) {
        return response(
                NO_PRINCIPAL,
                IamPolicyResponse.denyStatement(wholeStage(methodArn)),
                Map.of("code", reason.code().wireName(), "message", reason.message()));
    }

    private static IamPolicyResponse response(String principal, Statement statement, Map<String, Object> context) {
        return IamPolicyResponse.builder()
                .withPrincipalId(principal)
                .withPolicyDocument(PolicyDocument.builder()
                        .withVersion(IamPolicyResponse.VERSION_2012_10_17)
                        .withStatement(List.of(statement))
                        .build())
                .withContext(context)
                .build();
    }

    /** The gateway caches the policy for the key, whichever route the key calls next. */
    private static String wholeStage(String methodArn) {
        int api = methodArn.indexOf('/');
        int stage = methodArn.indexOf('/', api + 1);
        if (api < 0 || stage < 0) {
            throw new IllegalArgumentException("the method ARN does not have the form …:api/stage/METHOD/path");
        }
        return methodArn.substring(0, stage) + "/*";
    }
}
