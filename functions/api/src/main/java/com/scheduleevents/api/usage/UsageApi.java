package com.scheduleevents.api.usage;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.authorizer.KeyAuthentication;
import com.scheduleevents.api.http.Authentication;
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
import com.scheduleevents.aws.rates.DynamoSharedTokens;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.usage.DynamoUsageSource;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.rate.SharedTokens;
import com.scheduleevents.domain.usage.DailyUsage;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageQuery;
import com.scheduleevents.domain.usage.UsageReader;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Shows a client the usage of its clinics, day by day. */
public final class UsageApi
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private final ClinicAccess access;
    private final UsageReader usage;
    private final Clock clock;
    private final Endpoint endpoint;

    /** Used by Lambda. */
    public UsageApi() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /**
     * Connects to AWS.
     *
     * @param variables the environment variables that template.yaml sets
     */
    public UsageApi(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        DynamoDbClient dynamoDb = new AwsClients(environment).dynamoDb();
        DynamoAccounts accounts = new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE"));
        this(
                accounts,
                new UsageReader(
                        new DynamoUsage(dynamoDb, environment.text("USAGE_TABLE")),
                        new DayCounter(new DynamoUsageSource(
                                dynamoDb,
                                environment.text("EVENTS_TABLE"),
                                environment.text("DELIVERIES_TABLE"),
                                environment.text("WEBHOOKS_TABLE")))),
                Clock.systemUTC(),
                Cors.of(environment.possiblyEmpty("CORS_ORIGINS")),
                KeyAuthentication.of(environment, accounts),
                new DynamoSharedTokens(dynamoDb, environment.text("REQUEST_RATES_TABLE")),
                EmbeddedMetrics.of(environment));
    }

    /**
     * @param cors the websites that may call the API
     * @param authentication finds the API key of a request that came without the authorizer's context
     * @param tokens what accounts and keys may still request
     * @param metrics counts the requests that fail
     */
    public UsageApi(
            Accounts accounts,
            UsageReader usage,
            Clock clock,
            Cors cors,
            Authentication authentication,
            SharedTokens tokens,
            Metrics metrics) {
        this.access = new ClinicAccess(accounts);
        this.usage = usage;
        this.clock = clock;
        this.endpoint = new Endpoint(
                cors,
                authentication,
                clock,
                tokens,
                metrics,
                new Route("GET", "/usage", Scope.USAGE_READ, this::list).with(UsageQueries.PARAMETERS));
    }

    @Override
    public void prime(Map<String, String> variables) {
        new UsageApi(variables).handleRequest(PrimingRequests.get("/usage"), null);
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        return endpoint.handle(event, context);
    }

    /** An open day is counted during the request, which then costs as much as the queries that this takes. */
    private Response list(Request request, Caller caller) {
        Instant now = clock.instant();
        UsageQuery query = UsageQueries.read(request.query(), now);
        Clinics visible = access.visible(caller, request.query().clinic());
        Page<DailyUsage, UsageKey> page = usage.page(caller.account(), visible, query, now, request::charge);
        return Response.page(
                page.items().stream().map(UsageJson::of).toList(), page.next().map(UsageKey::text));
    }
}
