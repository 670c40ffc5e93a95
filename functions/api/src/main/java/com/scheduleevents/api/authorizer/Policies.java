package com.scheduleevents.api.authorizer;

import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse.PolicyDocument;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse.Statement;
import com.scheduleevents.api.http.AuthorizerContext;
import com.scheduleevents.api.http.Rate;
import com.scheduleevents.domain.account.Grant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates the responses of the authorizer in the form that API Gateway reads. */
final class Policies {

    private static final String NO_PRINCIPAL = "nobody";

    private Policies() {}

    /** @param standard the rate of a key whose account has no rate of its own */
    static IamPolicyResponse allow(String methodArn, Grant grant, Rate standard) {
        Rate rate = new Rate(grant.requestsPerSecond().orElse(standard.perSecond()));
        AuthorizerContext context = new AuthorizerContext(grant.caller(), grant.accountSuspended(), Optional.of(rate));
        return response(
                grant.caller().key().value(), IamPolicyResponse.allowStatement(wholeStage(methodArn)), context.toMap());
    }

    static IamPolicyResponse deny(String methodArn, DenialReason reason) {
        return response(
                NO_PRINCIPAL,
                IamPolicyResponse.denyStatement(wholeStage(methodArn)),
                Map.of("code", reason.code(), "message", reason.message()));
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
