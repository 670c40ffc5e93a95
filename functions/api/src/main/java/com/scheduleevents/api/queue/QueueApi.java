package com.scheduleevents.api.queue;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.scheduleevents.api.authorizer.KeyAuthentication;
import com.scheduleevents.api.http.Endpoint;
import com.scheduleevents.api.http.PrimingRequests;
import com.scheduleevents.api.http.RequestGate;
import com.scheduleevents.api.http.Route;
import com.scheduleevents.aws.snapshot.SnapStartPriming;
import com.scheduleevents.aws.wiring.FunctionWiring;
import com.scheduleevents.aws.wiring.Wiring;
import com.scheduleevents.domain.account.Scope;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles the requests of consumers that pull deliveries. It is a function of its own, with less memory and a concurrency of its own,
 * because its requests may wait for deliveries.
 */
public final class QueueApi
        implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, SnapStartPriming {

    private static final String QUEUE = "/webhooks/{webhook_id}/queue";

    private final Endpoint endpoint;

    public QueueApi() {
        this(System.getenv());
        SnapStartPriming.beforeTheSnapshot(this);
    }

    public QueueApi(Map<String, String> variables) {
        this(new FunctionWiring(variables));
    }

    /** @param wiring stores, settings, time, randomness and metrics */
    public QueueApi(Wiring wiring) {
        this(wiring, QueueApi::sleep);
    }

    /**
     * @param wiring stores, settings, time, randomness and metrics
     * @param pauses lets a request wait for deliveries
     */
    public QueueApi(Wiring wiring, RequestWait pauses) {
        this(QueueDependencies.of(wiring, pauses), KeyAuthentication.gate(wiring));
    }

    QueueApi(QueueDependencies dependencies, RequestGate gate) {
        QueueRequests requests = new QueueRequests(dependencies);
        this.endpoint = new Endpoint(
                gate,
                new Route("GET", QUEUE, Scope.WEBHOOKS_PULL, requests::pull).with(QueueRequests.PARAMETERS),
                new Route("POST", QUEUE + "/ack", Scope.WEBHOOKS_PULL, requests::acknowledge));
    }

    @Override
    public void prime(Map<String, String> variables) {
        new QueueApi(variables)
                .handleRequest(
                        PrimingRequests.get(QUEUE, QueueRequests.WEBHOOK_ID, "whk_01KAJ9Z3M8V4W6X0Y2T5R7Q9AA"), null);
    }

    @Override
    public APIGatewayProxyResponseEvent handleRequest(APIGatewayProxyRequestEvent event, @Nullable Context context) {
        return endpoint.handle(event, context);
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a request waited for deliveries", e);
        }
    }
}
