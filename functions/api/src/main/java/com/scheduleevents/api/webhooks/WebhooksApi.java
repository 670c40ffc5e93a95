package com.scheduleevents.api.webhooks;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.Query;
import com.scheduleevents.api.http.Request;
import com.scheduleevents.api.http.Response;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.accounts.DynamoAccounts;
import com.scheduleevents.aws.secrets.DataKeyMaker;
import com.scheduleevents.aws.secrets.KmsSecretVault;
import com.scheduleevents.aws.webhooks.DynamoWebhooks;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.ClinicAccess;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.domain.error.Quoted;
import com.scheduleevents.domain.event.Catalogue;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.webhook.SecretVault;
import com.scheduleevents.domain.webhook.SigningSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookPage;
import com.scheduleevents.domain.webhook.WebhookReader;
import com.scheduleevents.domain.webhook.WebhookStatus;
import com.scheduleevents.domain.webhook.WebhookStore;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Registers webhooks, shows them, deletes them, and enables those that were disabled. */
public final class WebhooksApi implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {

    private static final int FIRST_SECRET = 1;

    private final Endpoint endpoint = new Endpoint(
            new Route("GET", "/webhooks", Scope.WEBHOOKS_READ, this::list),
            new Route("POST", "/webhooks", Scope.WEBHOOKS_WRITE, this::register),
            new Route("GET", "/webhooks/{webhook_id}", Scope.WEBHOOKS_READ, this::one),
            new Route("DELETE", "/webhooks/{webhook_id}", Scope.WEBHOOKS_WRITE, this::delete),
            new Route("POST", "/webhooks/{webhook_id}/enable", Scope.WEBHOOKS_WRITE, this::enable));

    private final ClinicAccess access;
    private final WebhookStore store;
    private final WebhookReader reader;
    private final SecretVault vault;
    private final Registrations registrations;
    private final Clock clock;
    private final RandomGenerator random;

    /** As Lambda starts it. */
    public WebhooksApi() {
        this(System.getenv());
    }

    /**
     * @param environment the variables that template.yaml sets
     */
    public WebhooksApi(Map<String, String> environment) {
        this(new Environment(environment), new SecureRandom(), Clock.systemUTC());
    }

    private WebhooksApi(Environment environment, SecureRandom random, Clock clock) {
        this(environment, new AwsClients(environment), random, clock);
    }

    private WebhooksApi(Environment environment, AwsClients aws, SecureRandom random, Clock clock) {
        this(environment, aws, aws.dynamoDb(), random, clock);
    }

    private WebhooksApi(
            Environment environment, AwsClients aws, DynamoDbClient dynamoDb, SecureRandom random, Clock clock) {
        this(
                new DynamoAccounts(dynamoDb, environment.text("ACCOUNTS_TABLE")),
                new DynamoWebhooks(dynamoDb, environment.text("WEBHOOKS_TABLE")),
                new KmsSecretVault(
                        new DataKeyMaker(
                                dynamoDb,
                                environment.text("DATA_KEYS_TABLE"),
                                aws.kms(),
                                environment.text("SECRETS_KEY"),
                                clock),
                        random),
                ExtraNetworks.parse(
                        environment.optionalText("EXTRA_RECEIVER_NETWORKS").orElse("")),
                clock,
                random);
    }

    /**
     * @param extraNetworks where receivers may be besides the public internet
     * @param random a cryptographic source
     */
    public WebhooksApi(
            Accounts accounts,
            WebhookStore store,
            SecretVault vault,
            ExtraNetworks extraNetworks,
            Clock clock,
            RandomGenerator random) {
        this.access = new ClinicAccess(accounts);
        this.store = store;
        this.reader = new WebhookReader(store);
        this.vault = vault;
        this.registrations = new Registrations(Catalogue.fromClassPath(), extraNetworks);
        this.clock = clock;
        this.random = random;
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        return endpoint.answer(event);
    }

    private Response register(Request request, Caller caller) {
        request.query(Set.of());
        Registration wanted = registrations.read(request.body());
        wanted.clinic().ifPresent(clinic -> access.require(caller, clinic));
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        WebhookId id = WebhookId.mint(now, random);
        SigningSecret secret = SigningSecret.mint(random);
        Webhook webhook = new Webhook(
                caller.account(),
                id,
                wanted.url(),
                wanted.types(),
                wanted.clinic(),
                wanted.description(),
                access.clinicsOf(caller),
                List.of(vault.seal(caller.account(), id, FIRST_SECRET, secret)),
                WebhookStatus.ACTIVE,
                Webhook.FIRST_TERM,
                now,
                Optional.empty());
        store.insert(webhook);
        return Response.json(201, WebhookJson.registered(webhook, secret));
    }

    private Response list(Request request, Caller caller) {
        Query query = request.query(Set.of("starting_after", "limit"));
        Optional<WebhookId> startingAfter = query.one("starting_after").map(WebhooksApi::cursor);
        int limit = query.limit();
        WebhookPage page = reader.page(caller.account(), access.clinicsOf(caller), startingAfter, limit);
        return Response.page(
                page.webhooks().stream().map(WebhookJson::of).toList(),
                page.next().map(WebhookId::value));
    }

    private Response one(Request request, Caller caller) {
        request.query(Set.of());
        return Response.json(200, WebhookJson.of(named(request, caller)));
    }

    private Response delete(Request request, Caller caller) {
        request.query(Set.of());
        // Whoever removes the row first, from here on it is gone, which is what was asked for.
        store.delete(caller.account(), named(request, caller).id());
        return Response.noContent();
    }

    private Response enable(Request request, Caller caller) {
        request.query(Set.of());
        request.requireNoFields();
        return store.enable(caller.account(), named(request, caller).id())
                .map(webhook -> Response.json(200, WebhookJson.of(webhook)))
                .orElseThrow(WebhooksApi::notFound);
    }

    private Webhook named(Request request, Caller caller) {
        return WebhookId.parse(request.pathVariable("webhook_id"))
                .flatMap(id -> reader.one(caller.account(), access.clinicsOf(caller), id))
                .orElseThrow(WebhooksApi::notFound);
    }

    private static WebhookId cursor(String text) {
        return WebhookId.parse(text)
                .orElseThrow(() -> Query.invalid(
                        "starting_after",
                        "starting_after must be the next_cursor of a page; got " + Quoted.of(text)
                                + ". Leave it out to start with the newest webhook."));
    }

    private static ApiException notFound() {
        return new ApiException(
                ErrorCode.NOT_FOUND, "webhook_id", "There is no such webhook. Check its id and the API key.");
    }
}
