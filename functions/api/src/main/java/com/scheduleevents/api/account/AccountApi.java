package com.scheduleevents.api.account;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.metrics.Metrics;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shows a client the account of its API key and what the key may do and see. The owner's e-mail address and the clinics that the key
 * does not see are left out.
 */
public final class AccountApi
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private final Accounts accounts;
    private final Endpoint endpoint;

    /** Used by Lambda. */
    public AccountApi() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /**
     * Connects to AWS.
     *
     * @param variables the environment variables that template.yaml sets
     */
    public AccountApi(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        this(
                new DynamoAccounts(new AwsClients(environment).dynamoDb(), environment.text("ACCOUNTS_TABLE")),
                Cors.of(environment.possiblyEmpty("CORS_ORIGINS")),
                InstantSource.system(),
                EmbeddedMetrics.of(environment));
    }

    /**
     * @param cors the websites that may call the API
     * @param clock the time
     * @param metrics counts the requests that fail
     */
    public AccountApi(Accounts accounts, Cors cors, InstantSource clock, Metrics metrics) {
        this.accounts = accounts;
        this.endpoint = new Endpoint(
                cors, clock, metrics, new Route("GET", "/account", Optional.empty(), Set.of(), this::show));
    }

    @Override
    public void prime(Map<String, String> variables) {
        AccountApi primed = new AccountApi(variables);
        primed.accounts.name(PrimingRequests.ACCOUNT);
        primed.handleRequest(PrimingRequests.post("/account", "{}"), null);
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        return endpoint.handle(event, context);
    }

    private Response show(Request request, Caller caller) {
        String name = accounts.name(caller.account())
                .orElseThrow(() -> new IllegalStateException("the account of an API key does not exist"));
        Set<ClinicId> visible =
                caller.seesAllClinics() ? accounts.clinicsOf(caller.account()) : accounts.clinicsOf(caller.key());
        return Response.json(200, AccountJson.of(caller, name, visible));
    }
}
