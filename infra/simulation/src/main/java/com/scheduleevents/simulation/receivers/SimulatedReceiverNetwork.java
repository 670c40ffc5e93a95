package com.scheduleevents.simulation.receivers;

import com.scheduleevents.cloud.time.Scheduler;
import com.scheduleevents.delivery.receiver.PerHostLimiter;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.certificate.ClientIdentity;
import com.scheduleevents.domain.network.EndpointUrl;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.network.ReceiverAddresses;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.receiver.Receivers;
import com.scheduleevents.simulation.SimulatedWorld;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The receivers, as one environment of the sender reaches them: the product's rules of URLs, addresses and attempts per host, and
 * instead of sockets the simulated internet.
 */
public final class SimulatedReceiverNetwork implements Receivers {

    /** What attempts are counted under, beside the calls of services. */
    public static final String PORT = "receiver";

    private static final Duration LOOK_UP = Duration.ofMillis(3);

    /** A request may have been begun before another one was rejected. */
    private static final Duration UNDER_WAY = Duration.ofMinutes(2);

    private final Scheduler scheduler;
    private final SimulatedInternet internet;
    private final ExtraNetworks networks;
    private final ReceiverAddresses addresses;
    private final PerHostLimiter limiter;
    /** When a token was rejected first, of those that this environment has sent. */
    private final Map<String, Instant> rejected = new HashMap<>();

    private final CrashPoint calls;

    /**
     * @param networks networks of receivers besides the public internet
     * @param perHost how many attempts of one account are made to one host at a time
     */
    public SimulatedReceiverNetwork(
            SimulatedWorld world, SimulatedInternet internet, ExtraNetworks networks, int perHost) {
        this.scheduler = world.scheduler();
        this.internet = internet;
        this.networks = networks;
        this.addresses = new ReceiverAddresses(networks);
        this.limiter = new PerHostLimiter(perHost);
        this.calls = new CrashPoint(world, PORT, "attempt");
    }

    @Override
    public Turn turn(AccountId account, String url) {
        return EndpointUrl.read(url, networks) instanceof EndpointUrl.Reading.Accepted(EndpointUrl accepted)
                ? limiter.turn(account, accepted.host())
                : () -> {};
    }

    @Override
    public AttemptOutcome attempt(AttemptRequest request) {
        return EndpointUrl.read(request.url(), networks) instanceof EndpointUrl.Reading.Accepted(EndpointUrl url)
                ? send(request, url)
                : new AttemptOutcome(OutcomeClass.REFUSED_ADDRESS, null, Duration.ZERO, null);
    }

    private AttemptOutcome send(AttemptRequest request, EndpointUrl url) {
        calls.before();
        scheduler.sleep(LOOK_UP);
        Optional<OutcomeClass> unreachable = unreachable(url);
        if (unreachable.isPresent()) {
            internet.tell(seen(request, false, false, false, false));
            return new AttemptOutcome(unreachable.get(), null, LOOK_UP, null);
        }
        Optional<String> client = internet.client(url.host());
        if (client.isPresent()) {
            return token(internet.server(client.get()), client.get());
        }
        String authorization = request.headers().getOrDefault("Authorization", "");
        if (internet.rejects(url.host(), authorization)) {
            return rejected(request, authorization);
        }
        SimulatedReceiver receiver = internet.behind(request.url(), url.host());
        Reaction reaction = receiver.react(request.headers().getOrDefault("webhook-id", ""));
        boolean inTime = reaction.took().plus(LOOK_UP).compareTo(request.timeout()) < 0;
        internet.tell(seen(
                request,
                receiver.isRebound(),
                reaction.outcome() != OutcomeClass.CONNECT && reaction.outcome() != OutcomeClass.DNS,
                reaction.accepted(),
                inTime && reaction.outcome() == OutcomeClass.SUCCEEDED));
        scheduler.sleep(inTime ? reaction.took() : request.timeout().minus(LOOK_UP));
        calls.after();
        return inTime
                ? new AttemptOutcome(
                        reaction.outcome(),
                        reaction.status(),
                        reaction.took().plus(LOOK_UP),
                        reaction.retryAfter(),
                        reaction.fault(),
                        null)
                : new AttemptOutcome(OutcomeClass.TIMEOUT, null, request.timeout(), null);
    }

    private AttemptOutcome token(SimulatedAuthorizationServer server, String client) {
        Duration took = server.took();
        scheduler.sleep(took);
        String body = server.issue(client);
        calls.after();
        return new AttemptOutcome(OutcomeClass.SUCCEEDED, 200, took.plus(LOOK_UP), null)
                .with(new CapturedResponse(Optional.of("application/json"), body, false));
    }

    /** The receiver does not look at a request without a token that it accepts. */
    private AttemptOutcome rejected(AttemptRequest request, String authorization) {
        Instant before = rejected.putIfAbsent(authorization, scheduler.now());
        if (before != null && scheduler.now().isAfter(before.plus(UNDER_WAY))) {
            internet.tellRejectedAgain(request.url() + " with " + authorization);
        }
        return new AttemptOutcome(OutcomeClass.STATUS, 401, LOOK_UP, null);
    }

    private Optional<OutcomeClass> unreachable(EndpointUrl url) {
        try {
            List<InetAddress> resolved = internet.resolve(url.host());
            return addresses.decide(resolved, url.port()) instanceof ReceiverAddresses.Decision.Refused
                    ? Optional.of(OutcomeClass.REFUSED_ADDRESS)
                    : Optional.empty();
        } catch (UnknownHostException e) {
            return Optional.of(OutcomeClass.DNS);
        }
    }

    private ReceivedRequest seen(
            AttemptRequest request, boolean misled, boolean arrived, boolean accepted, boolean responded) {
        return new ReceivedRequest(
                scheduler.now(),
                request.url(),
                request.headers(),
                request.body(),
                request.identity().map(SimulatedReceiverNetwork::subject).orElse(""),
                Optional.empty(),
                misled,
                arrived,
                accepted,
                responded);
    }

    private static String subject(ClientIdentity identity) {
        return identity.certificate().facts().subject();
    }
}
