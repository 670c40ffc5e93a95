package com.scheduleevents.api.authorizer;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayCustomAuthorizerEvent;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.LoggedRequest;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Caller;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the gateway whose API key a request carries (specification, section 5). The gateway keeps the answer for a while
 * and for every route, so it says who calls and what the key may do in general; what this request touches, the functions
 * look up themselves.
 */
public final class Authorizer implements RequestHandler<APIGatewayCustomAuthorizerEvent, IamPolicyResponse> {

    private static final Logger LOG = LoggerFactory.getLogger(Authorizer.class);

    private final Accounts accounts;

    /** As Lambda starts it. */
    public Authorizer() {
        this(System.getenv());
    }

    /**
     * @param environment the variables that template.yaml sets
     */
    public Authorizer(Map<String, String> environment) {
        this(new Environment(environment));
    }

    private Authorizer(Environment environment) {
        this(new DynamoAccounts(new AwsClients(environment).dynamoDb(), environment.text("ACCOUNTS_TABLE")));
    }

    /**
     * @param accounts where keys are looked up
     */
    public Authorizer(Accounts accounts) {
        this.accounts = accounts;
    }

    @Override
    public IamPolicyResponse handleRequest(APIGatewayCustomAuthorizerEvent event, @Nullable Context context) {
        Optional.ofNullable(context).map(Context::getAwsRequestId).ifPresent(LoggedRequest::begin);
        Optional<String> token = BearerToken.in(event.getHeaders());
        if (token.isEmpty()) {
            return deny(event, Refusal.NOT_BEARER);
        }
        Optional<ApiKeySecret> secret = ApiKeySecret.parse(token.get());
        if (secret.isEmpty()) {
            return deny(event, Refusal.MISTYPED);
        }
        return accounts.grantOf(secret.get().fingerprint())
                .map(grant -> allow(event, grant.caller()))
                .orElseGet(() -> deny(event, Refusal.UNKNOWN));
    }

    private static IamPolicyResponse allow(APIGatewayCustomAuthorizerEvent event, Caller caller) {
        LOG.debug(
                "allowed account_id={} key_id={}",
                caller.account().value(),
                caller.key().value());
        return Policies.allow(event.getMethodArn(), caller);
    }

    private static IamPolicyResponse deny(APIGatewayCustomAuthorizerEvent event, Refusal refusal) {
        LOG.debug("denied reason={}", refusal);
        return Policies.deny(event.getMethodArn(), refusal);
    }
}
