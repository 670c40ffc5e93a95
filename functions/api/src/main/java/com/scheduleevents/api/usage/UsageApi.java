package com.scheduleevents.api.usage;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.usage.DynamoUsage;
import com.scheduleevents.aws.usage.DynamoUsageSource;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.page.Page;
import com.scheduleevents.domain.usage.DailyUsage;
import com.scheduleevents.domain.usage.DayCounter;
import com.scheduleevents.domain.usage.UsageKey;
import com.scheduleevents.domain.usage.UsageQuery;
import com.scheduleevents.domain.usage.UsageReader;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Tells a client what its clinics used, day by day. */
public final class UsageApi implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {

    private final ClinicAccess access;
    private final UsageReader usage;
    private final Clock clock;
    private final Endpoint endpoint;

    /** As Lambda starts it. */
    public UsageApi() {
        this(System.getenv());
    }

    /**
     * @param environment the variables that template.yaml sets
     */
    public UsageApi(Map<String, String> environment) {
        this(new Environment(environment));
    }

    private UsageApi(Environment environment) {
        this(environment, new AwsClients(environment).dynamoDb());
    }

    private UsageApi(Environment environment, DynamoDbClient dynamoDb) {
        this(
                new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE")),
                new UsageReader(
                        new DynamoUsage(dynamoDb, environment.text("USAGE_TABLE")),
                        new DayCounter(new DynamoUsageSource(
                                dynamoDb,
                                environment.text("EVENTS_TABLE"),
                                environment.text("DELIVERIES_TABLE"),
                                environment.text("WEBHOOKS_TABLE")))),
                Clock.systemUTC(),
                Cors.of(environment.possiblyEmpty("CORS_ORIGINS")));
    }

    /**
     * @param accounts where clinics are looked up
     * @param usage reads what was used
     * @param clock the time
     * @param cors which websites may call
     */
    public UsageApi(Accounts accounts, UsageReader usage, Clock clock, Cors cors) {
        this.access = new ClinicAccess(accounts);
        this.usage = usage;
        this.clock = clock;
        this.endpoint = new Endpoint(cors, new Route("GET", "/usage", Scope.USAGE_READ, this::list));
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        Optional.ofNullable(context).map(Context::getAwsRequestId).ifPresent(InvocationLogContext::begin);
        return endpoint.answer(event);
    }

    private Response list(Request request, Caller caller) {
        QueryParameters query = request.query(UsageQueries.KNOWN);
        Instant now = clock.instant();
        UsageQuery wanted = UsageQueries.read(query, now);
        Page<DailyUsage, UsageKey> page = usage.page(caller.account(), visible(caller, query.clinic()), wanted, now);
        return Response.page(
                page.items().stream().map(UsageApi::json).toList(), page.next().map(UsageKey::text));
    }

    private Clinics visible(Caller caller, Optional<ClinicId> only) {
        only.ifPresent(clinic -> access.require(caller, clinic));
        return only.<Clinics>map(clinic -> new Clinics.Listed(Set.of(clinic)))
                .orElseGet(() -> access.clinicsOf(caller));
    }

    private static String json(DailyUsage row) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("clinic_id", row.key().clinic().value())
                .put("date", row.key().day().text())
                .put("events_recorded", row.usage().events())
                .put("deliveries_succeeded", row.usage().succeeded())
                .put("deliveries_failed", row.usage().failed())
                .put("attempts", row.usage().attempts())
                .put("final", row.settled())
                .put("complete", row.complete())
                .toString();
    }
}
