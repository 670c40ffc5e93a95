package com.scheduleevents.api.authorizer;

import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse.PolicyDocument;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse.Statement;
import com.scheduleevents.api.http.Rate;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.Scope;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The authorizer's answers, in the form that API Gateway reads. */
final class Policies {

    private static final String NOBODY = "nobody";

    private Policies() {}

    /**
     * @param standard the rate of a key whose account has no other terms
     */
    static IamPolicyResponse allow(String methodArn, Grant grant, Rate standard) {
        Caller caller = grant.caller();
        String scopes = caller.scopes().stream().map(Scope::wireName).sorted().collect(Collectors.joining(" "));
        Map<String, Object> context = new HashMap<>(Map.of(
                "account_id", caller.account().value(),
                "key_id", caller.key().value(),
                "scopes", scopes,
                "all_clinics", Boolean.toString(caller.seesAllClinics()),
                "account_suspended", Boolean.toString(grant.accountSuspended()),
                "requests_per_second",
                        Integer.toString(grant.requestsPerSecond().orElse(standard.perSecond()))));
        caller.expiresAt().ifPresent(end -> context.put("expires_at", end.toString()));
        return answer(caller.key().value(), IamPolicyResponse.allowStatement(wholeStage(methodArn)), context);
    }

    static IamPolicyResponse deny(String methodArn, Refusal refusal) {
        return answer(
                NOBODY,
                IamPolicyResponse.denyStatement(wholeStage(methodArn)),
                Map.of("code", refusal.code(), "message", refusal.message()));
    }

    private static IamPolicyResponse answer(String principal, Statement statement, Map<String, Object> context) {
        return IamPolicyResponse.builder()
                .withPrincipalId(principal)
                .withPolicyDocument(PolicyDocument.builder()
                        .withVersion(IamPolicyResponse.VERSION_2012_10_17)
                        .withStatement(List.of(statement))
                        .build())
                .withContext(context)
                .build();
    }

    /** The gateway remembers the answer for the key, whichever route it is asked for next. */
    private static String wholeStage(String methodArn) {
        int api = methodArn.indexOf('/');
        int stage = methodArn.indexOf('/', api + 1);
        if (api < 0 || stage < 0) {
            throw new IllegalArgumentException(
                    "the gateway named no method: its ARN has the form …:api/stage/METHOD/path");
        }
        return methodArn.substring(0, stage) + "/*";
    }
}
