package com.scheduleevents.api.authorizer;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayCustomAuthorizerEvent;
import com.amazonaws.services.lambda.runtime.events.IamPolicyResponse;
import com.scheduleevents.api.authorizer.KeyDecision.Allowed;
import com.scheduleevents.api.authorizer.KeyDecision.Denied;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.KeyUses;
import com.scheduleevents.domain.error.ExceptionSummary;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells API Gateway whose API key a request has (requirement R29). The gateway caches the response for all routes, so it says
 * who calls and what the key may do in general. Whether the key may access a particular resource is checked by the functions.
 */
public final class Authorizer
        implements RequestHandler<APIGatewayCustomAuthorizerEvent, IamPolicyResponse>, SnapStartPriming {

    private static final Logger LOG = LoggerFactory.getLogger(Authorizer.class);

    private final KeyAuthentication authentication;
    private final KeyUses uses;
    private final InstantSource clock;

    public Authorizer() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public Authorizer(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public Authorizer(Wiring wiring) {
        this(KeyAuthentication.of(wiring), wiring.accounts(), wiring.clock());
    }

    /**
     * @param authentication finds API keys
     * @param uses stores when keys were last used
     * @param clock the time of a use
     */
    Authorizer(KeyAuthentication authentication, KeyUses uses, InstantSource clock) {
        this.authentication = authentication;
        this.uses = uses;
        this.clock = clock;
    }

    @Override
    public void prime(Map<String, String> variables) {
        String key = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, () -> 0L).reveal();
        new Authorizer(variables)
                .handleRequest(
                        APIGatewayCustomAuthorizerEvent.builder()
                                .withMethodArn("arn:aws:execute-api:us-east-1:000000000000:priming/v1/GET/account")
                                .withHeaders(Map.of("Authorization", "Bearer " + key))
                                .build(),
                        null);
    }

    @Override
    public IamPolicyResponse handleRequest(APIGatewayCustomAuthorizerEvent event, @Nullable Context context) {
        InvocationLogContext.begin(context);
        return switch (authentication.decide(authorization(event))) {
            case Allowed allowed -> allow(event, allowed);
            case Denied denied -> deny(event, denied.reason());
        };
    }

    private static Optional<String> authorization(APIGatewayCustomAuthorizerEvent event) {
        return Optional.ofNullable(event.getHeaders()).orElse(Map.of()).entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("Authorization"))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private IamPolicyResponse allow(APIGatewayCustomAuthorizerEvent event, Allowed allowed) {
        Grant grant = allowed.grant();
        LocalDate today = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        if (grant.isFirstUseOn(today)) {
            storeUse(allowed.fingerprint(), grant, today);
        }
        LOG.debug(
                "allowed account_id={} key_id={}",
                grant.caller().account().value(),
                grant.caller().key().value());
        return Policies.allow(event.getMethodArn(), authentication.contextOf(grant));
    }

    /** A failure to store the use is no reason to deny the request. */
    private void storeUse(String fingerprint, Grant grant, LocalDate today) {
        try {
            uses.used(fingerprint, today);
        } catch (RuntimeException e) {
            LOG.warn(
                    "the use of a key was not stored key_id={} {}",
                    grant.caller().key().value(),
                    ExceptionSummary.of(e));
        }
    }

    private static IamPolicyResponse deny(APIGatewayCustomAuthorizerEvent event, DenialReason reason) {
        LOG.debug("denied reason={}", reason);
        return Policies.deny(event.getMethodArn(), reason);
    }
}
