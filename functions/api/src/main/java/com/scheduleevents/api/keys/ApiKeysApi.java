package com.scheduleevents.api.keys;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.QueryParameters;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.accounts.DynamoApiKeys;
import com.scheduleevents.aws.metrics.EmbeddedMetrics;
import com.scheduleevents.aws.snapshot.RestoreSafeRandom;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeyReader;
import com.scheduleevents.domain.account.ApiKeys;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.account.VisibleApiKey;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.metrics.Metrics;
import com.scheduleevents.domain.page.Page;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Issues, lists and revokes API keys on behalf of a key with the scope {@code keys:write}; no new key gets more than that key has. */
public final class ApiKeysApi implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {

    private static final String ALL = "/api_keys";
    private static final String ONE = "/api_keys/{key_id}";

    private final ApiKeys keys;
    private final ApiKeyReader reader;
    private final Clock clock;
    private final Endpoint endpoint;

    /** Used by Lambda. */
    public ApiKeysApi() {
        this(System.getenv());
    }

    /**
     * Connects to AWS.
     *
     * @param variables the environment variables that template.yaml sets
     */
    public ApiKeysApi(Map<String, String> variables) {
        Environment environment = new Environment(variables);
        DynamoDbClient dynamoDb = new AwsClients(environment).dynamoDb();
        String table = environment.text("ACCOUNTS_TABLE");
        this(
                new DynamoAccounts(dynamoDb, table),
                new DynamoApiKeys(dynamoDb, table),
                Cors.of(environment.possiblyEmpty("CORS_ORIGINS")),
                Clock.systemUTC(),
                RestoreSafeRandom.create(),
                EmbeddedMetrics.of(environment));
    }

    /**
     * @param cors the websites that may call the API
     * @param random a cryptographic source
     * @param metrics counts the requests that fail
     */
    public ApiKeysApi(
            Accounts accounts, ApiKeys keys, Cors cors, Clock clock, RandomGenerator random, Metrics metrics) {
        this.keys = keys;
        this.reader = new ApiKeyReader(keys, accounts);
        this.clock = clock;
        ApiKeyIssuer issuer = new ApiKeyIssuer(accounts, keys, clock, random);
        this.endpoint = new Endpoint(
                cors,
                clock,
                metrics,
                new Route("GET", ALL, Scope.KEYS_WRITE, this::list).with(QueryParameters.PAGING),
                new Route("POST", ALL, Scope.KEYS_WRITE, issuer::create),
                new Route("GET", ONE, Scope.KEYS_WRITE, this::show),
                new Route("DELETE", ONE, Scope.KEYS_WRITE, this::revoke));
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        return endpoint.handle(event, context);
    }

    private Response list(Request request, Caller caller) {
        Optional<ApiKeyId> startingAfter = request.query().startingAfter(ApiKeyId::parse, "the newest API key");
        Page<VisibleApiKey, ApiKeyId> page =
                reader.page(caller, startingAfter, request.query().limit());
        return Response.page(
                page.items().stream().map(ApiKeyJson::of).toList(), page.next().map(ApiKeyId::value));
    }

    private Response show(Request request, Caller caller) {
        return Response.json(200, ApiKeyJson.of(find(request, caller)));
    }

    /** A key may revoke every key that it sees, even itself. */
    private Response revoke(Request request, Caller caller) {
        keys.revoke(caller.account(), find(request, caller).key().id(), clock.instant());
        return Response.noContent();
    }

    private VisibleApiKey find(Request request, Caller caller) {
        return ApiKeyId.parse(request.pathVariable("key_id"))
                .flatMap(id -> reader.one(caller, id))
                .orElseThrow(
                        () -> new ApiException(
                                ErrorCode.NOT_FOUND,
                                "key_id",
                                "There is no such API key. Check its ID, which begins with key_, and the API key that you use."));
    }
}
