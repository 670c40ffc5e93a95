package com.scheduleevents.simulation.receivers;

import com.scheduleevents.simulation.SimulatedWorld;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What lies outside the service: host names, their addresses, and the receivers behind them. */
public final class SimulatedInternet {

    private static final byte[] PUBLIC = {52, 20, 30, 40};
    private static final byte[] PRIVATE = {10, 0, 0, 7};

    /** The domain of authorization servers. */
    private static final String TOKENS = ".tokens.net";

    private final SimulatedWorld world;
    private final Map<String, SimulatedReceiver> receivers = new TreeMap<>();
    private final Map<String, SimulatedReceiver> ofUrls = new TreeMap<>();
    private final Map<String, SimulatedAuthorizationServer> servers = new TreeMap<>();

    /** The client whose tokens a receiver asks for, by host. */
    private final Map<String, String> clients = new TreeMap<>();

    private final SimulatedSts sts;
    private final List<String> rejectedAgain = new ArrayList<>();
    private final List<Consumer<ReceivedRequest>> witnesses = new ArrayList<>();

    /** An internet without receivers. */
    public SimulatedInternet(SimulatedWorld world) {
        this.world = world;
        this.sts = new SimulatedSts(world);
    }

    /** STS, and the roles of customers. */
    public SimulatedSts sts() {
        return sts;
    }

    /** Puts a receiver behind a host name, or behind the URL of a queue. */
    public SimulatedReceiver add(String host, ReceiverCharacter character) {
        SimulatedReceiver receiver =
                new SimulatedReceiver(host, character, world.scheduler(), world.streams().stream("receiver " + host));
        receivers.put(host, receiver);
        return receiver;
    }

    /** Makes one URL of a host that was added behave in a way of its own, as where many customers share a platform. */
    public SimulatedReceiver addAt(String url, String host, ReceiverCharacter character) {
        SimulatedReceiver receiver =
                new SimulatedReceiver(host, character, world.scheduler(), world.streams().stream("receiver " + url));
        ofUrls.put(url, receiver);
        return receiver;
    }

    /** Has a receiver that was added ask for the access tokens of a client, whose authorization server has a host of its own. */
    public void authorize(String host, String client) {
        clients.put(host, client);
        servers.computeIfAbsent(
                client,
                _ -> new SimulatedAuthorizationServer(
                        world.scheduler(), world.streams().stream("authorization server of " + client)));
    }

    /** Where a client's tokens are issued. */
    public static String tokenUrl(String client) {
        return "https://" + client + TOKENS + "/token";
    }

    /** The requests that were sent with a token, or by a session, long after the receiver had rejected it. */
    public List<String> rejectedAgain() {
        return List.copyOf(rejectedAgain);
    }

    /** Whether the receiver at a host rejects a request for its token. */
    boolean rejects(String host, String authorization) {
        return Optional.ofNullable(clients.get(host))
                .filter(client -> !Objects.requireNonNull(servers.get(client)).accepts(authorization))
                .isPresent();
    }

    void tellRejectedAgain(String request) {
        rejectedAgain.add(request);
    }

    /** The client whose tokens are issued at a host, if any are. */
    Optional<String> client(String host) {
        return Optional.of(host)
                .filter(name -> name.endsWith(TOKENS))
                .map(name -> name.substring(0, name.length() - TOKENS.length()));
    }

    SimulatedAuthorizationServer server(String client) {
        return Objects.requireNonNull(servers.get(client));
    }

    /** The receiver that a request for a URL reaches. */
    SimulatedReceiver behind(String url, String host) {
        return ofUrls.containsKey(url) ? Objects.requireNonNull(ofUrls.get(url)) : at(host);
    }

    /** The receiver behind a host name, or the URL of a queue, that was added. */
    public SimulatedReceiver at(String host) {
        SimulatedReceiver receiver = receivers.get(host);
        if (receiver == null) {
            throw new IllegalArgumentException("nobody is at " + host);
        }
        return receiver;
    }

    /** All receivers, by host name. */
    public List<SimulatedReceiver> receivers() {
        return List.copyOf(receivers.values());
    }

    /** Tells a witness of every attempt from now on. */
    public void watch(Consumer<ReceivedRequest> witness) {
        witnesses.add(witness);
    }

    List<InetAddress> resolve(String host) throws UnknownHostException {
        if (client(host).isPresent()) {
            return List.of(InetAddress.getByAddress(PUBLIC));
        }
        if (!receivers.containsKey(host)) {
            throw new UnknownHostException(host);
        }
        return List.of(InetAddress.getByAddress(at(host).isRebound() ? PRIVATE : PUBLIC));
    }

    void tell(ReceivedRequest request) {
        world.trace()
                .line(() -> request.url() + " is sent attempt " + request.attempt() + " of " + request.event()
                        + (request.accepted() ? " and accepts it" : " and does not accept it")
                        + (request.responded() ? "" : ", without a response in time"));
        witnesses.forEach(witness -> witness.accept(request));
    }
}
