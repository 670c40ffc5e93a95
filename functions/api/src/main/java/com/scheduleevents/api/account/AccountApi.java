package com.scheduleevents.api.account;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.api.http.Cors;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.time.Timestamps;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells a client whose key it holds and what the key may do and see. Nothing else of the account: not its owner's e-mail
 * address, nor the clinics that the key does not see.
 */
public final class AccountApi
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Accounts accounts;
    private final Endpoint endpoint;

    /** As Lambda starts it. */
    public AccountApi() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    /**
     * @param environment the variables that template.yaml sets
     */
    public AccountApi(Map<String, String> environment) {
        this(new Environment(environment));
    }

    private AccountApi(Environment environment) {
        this(
                new DynamoAccounts(new AwsClients(environment).dynamoDb(), environment.text("ACCOUNTS_TABLE")),
                Cors.of(environment.possiblyEmpty("CORS_ORIGINS")));
    }

    /**
     * @param accounts where accounts are looked up
     * @param cors which websites may call
     */
    public AccountApi(Accounts accounts, Cors cors) {
        this.accounts = accounts;
        this.endpoint = new Endpoint(cors, new Route("GET", "/account", Optional.empty(), this::account));
    }

    @Override
    public void prime(Map<String, String> variables) {
        AccountApi other = new AccountApi(variables);
        other.accounts.name(new AccountId("acc_rehearsal"));
        other.handleRequest(PrimingRequests.post("/account", "{}"), null);
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        Optional.ofNullable(context).map(Context::getAwsRequestId).ifPresent(InvocationLogContext::begin);
        return endpoint.answer(event);
    }

    private Response account(Request request, Caller caller) {
        request.query(Set.of());
        String name = accounts.name(caller.account())
                .orElseThrow(() -> new IllegalStateException("an API key is of an account that is not there"));
        Set<ClinicId> seen =
                caller.seesAllClinics() ? accounts.clinicsOf(caller.account()) : accounts.clinicsOf(caller.key());
        ObjectNode account =
                JSON.createObjectNode().put("id", caller.account().value()).put("name", name);
        account.set("api_key", key(caller, seen));
        account.set("clinic_ids", sorted(seen));
        return Response.json(200, account.toString());
    }

    /** A key without a list sees every clinic, those that are added later too: that is what null says. */
    private static ObjectNode key(Caller caller, Set<ClinicId> seen) {
        ObjectNode key = JSON.createObjectNode().put("id", caller.key().value());
        ArrayNode scopes = key.putArray("scopes");
        caller.scopes().stream().map(Scope::wireName).sorted().forEach(scopes::add);
        key.set("clinic_ids", caller.seesAllClinics() ? key.nullNode() : sorted(seen));
        key.put("expires_at", caller.expiresAt().map(Timestamps::formatMillis).orElse(null));
        return key;
    }

    private static ArrayNode sorted(Set<ClinicId> clinics) {
        ArrayNode ids = JSON.createArrayNode();
        clinics.stream().map(ClinicId::value).sorted().forEach(ids::add);
        return ids;
    }
}
