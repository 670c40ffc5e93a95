package com.scheduleevents.delivery.receiver;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.network.EndpointUrl;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.network.ReceiverAddresses;
import com.scheduleevents.domain.network.ReceiverAddresses.Decision;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.receiver.Receivers;
import com.scheduleevents.domain.receiver.ResponseCapture;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Headers;
import okhttp3.HttpUrl;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import okio.BufferedSource;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to receivers. Each attempt resolves the host, checks every address and connects only to addresses that were checked,
 * all under one deadline. An instance can be used by any number of threads and pools connections.
 */
public final class HttpsReceivers implements Receivers {

    /** How much of a response body is read at least, so that the connection can be used for the next request. */
    private static final int MAX_BODY_BYTES = CapturedResponse.MAX_BYTES;

    /** How long reading a small body that nobody needs may take; a new connection costs about as much. */
    private static final Duration MAX_BODY_TIME = Duration.ofMillis(100);

    private final ExtraNetworks extraNetworks;
    private final ReceiverAddresses receiverAddresses;
    private final DnsLookups lookups;
    private final PerHostLimiter limiter;
    private final InstantSource clock;
    private final LongSupplier nanoTime;
    private final ClientConnections forThePublic;
    private final ClientConnections forClosedNetworks;

    /**
     * @param resolver looks up hosts, once per attempt
     * @param extraNetworks networks of receivers besides the public internet
     * @param extraAuthority additional certificate authorities as PEM, trusted only where every address of a host is in an extra
     *     network; empty for none
     * @param perHost how many attempts of one account may be made to one host at a time, at least 1
     * @param clock evaluates the date of a Retry-After header
     * @throws IllegalArgumentException when the authority cannot be parsed
     */
    public HttpsReceivers(
            Resolver resolver, ExtraNetworks extraNetworks, String extraAuthority, int perHost, InstantSource clock) {
        this(
                resolver,
                extraNetworks,
                extraAuthority,
                new PerHostLimiter(perHost),
                clock,
                System::nanoTime,
                ReceiverHttpClient.PING);
    }

    /**
     * @param nanoTime the monotonic clock that attempts are timed with
     * @param ping the time between the pings of a kept HTTP/2 connection
     */
    HttpsReceivers(
            Resolver resolver,
            ExtraNetworks extraNetworks,
            String extraAuthority,
            PerHostLimiter limiter,
            InstantSource clock,
            LongSupplier nanoTime,
            Duration ping) {
        this.extraNetworks = extraNetworks;
        this.receiverAddresses = new ReceiverAddresses(extraNetworks);
        this.lookups = new DnsLookups(resolver);
        this.limiter = limiter;
        this.clock = clock;
        this.nanoTime = nanoTime;
        OkHttpClient strict = ReceiverHttpClient.create(ping);
        this.forThePublic = new ClientConnections(strict, TlsTrust.platform());
        this.forClosedNetworks = extraAuthority.isBlank()
                ? forThePublic
                : new ClientConnections(strict, TlsTrust.platformAnd(extraAuthority));
    }

    @Override
    public Turn turn(AccountId account, String url) {
        return EndpointUrl.read(url, extraNetworks) instanceof EndpointUrl.Reading.Accepted(EndpointUrl accepted)
                ? limiter.turn(account, accepted.host())
                : () -> {};
    }

    @Override
    public AttemptOutcome attempt(AttemptRequest request) {
        Deadline deadline = Deadline.startingNow(nanoTime, request.timeout());
        try {
            return EndpointUrl.read(request.url(), extraNetworks)
                            instanceof EndpointUrl.Reading.Accepted(EndpointUrl url)
                    ? attempt(request, url, deadline)
                    : failed(OutcomeClass.REFUSED_ADDRESS, deadline);
        } catch (InterruptedException stopped) {
            throw interrupted();
        }
    }

    private AttemptOutcome attempt(AttemptRequest request, EndpointUrl url, Deadline deadline)
            throws InterruptedException {
        Optional<HttpUrl> target = parsedByClient(url);
        if (target.isEmpty()) {
            return failed(OutcomeClass.REFUSED_ADDRESS, deadline);
        }
        try {
            List<InetAddress> resolved = url.literalAddress().isPresent()
                    ? List.of(url.literalAddress().get())
                    : lookups.resolve(url.host(), deadline);
            return switch (receiverAddresses.decide(resolved, url.port())) {
                case Decision.Refused() -> failed(OutcomeClass.REFUSED_ADDRESS, deadline);
                case Decision.Allowed(List<InetAddress> addresses, boolean closedNetwork) -> {
                    OkHttpClient.Builder client = (closedNetwork ? forClosedNetworks : forThePublic)
                            .of(request.identity())
                            .newBuilder()
                            .dns(new VettedAddresses(url.host(), addresses));
                    yield send(client, request, httpRequest(target.get(), request), deadline);
                }
            };
        } catch (UnknownHostException unknown) {
            return failed(OutcomeClass.DNS, deadline);
        } catch (TimeoutException tooLate) {
            return failed(OutcomeClass.TIMEOUT, deadline);
        }
    }

    /**
     * Sends the request. A pooled connection may be dead without the client knowing, especially because Lambda freezes the environment
     * between invocations. This is not a failure of the receiver, so a request that fails over a pooled connection is sent once more
     * over a new one.
     */
    private AttemptOutcome send(
            OkHttpClient.Builder client, AttemptRequest attempt, Request request, Deadline deadline) {
        CallProgress progress = new CallProgress();
        AttemptOutcome outcome = exchange(client, attempt, request, deadline, progress);
        if (outcome.statusCode() != null || !progress.overReusedConnection() || deadline.hasPassed()) {
            return outcome;
        }
        OkHttpClient.Builder unconnected = client.connectionPool(new ConnectionPool(0, 1, TimeUnit.NANOSECONDS));
        return exchange(unconnected, attempt, request, deadline, new CallProgress());
    }

    private AttemptOutcome exchange(
            OkHttpClient.Builder client,
            AttemptRequest attempt,
            Request request,
            Deadline deadline,
            CallProgress progress) {
        Call call = client.eventListener(progress).build().newCall(request);
        call.timeout().timeout(Math.max(1, deadline.remainingNanos()), TimeUnit.NANOSECONDS);
        try (Response response =
                ScopedValue.where(PresentedCertificate.CALL, progress).<Response, IOException>call(call::execute)) {
            AttemptOutcome outcome = outcome(attempt, response, deadline);
            boolean whole = isReadToTheEnd(response.body().source(), attempt.captures(), deadline);
            if (!whole) {
                call.cancel();
            }
            return attempt.captures().keeps(outcome)
                    ? outcome.with(captured(response, attempt.captures(), whole))
                    : outcome;
        } catch (IOException | RuntimeException failure) {
            // The client throws unchecked exceptions for some responses, such as a Retry-After with too many digits.
            Response response = progress.response();
            if (response != null) {
                return outcome(attempt, response, deadline);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted();
            }
            return deadline.hasPassed()
                    ? failed(OutcomeClass.TIMEOUT, deadline)
                    : new AttemptOutcome(
                            progress.classOf(failure), null, deadline.elapsed(), null, progress.faultOf(failure), null);
        }
    }

    /** The part of the body that was read. */
    private static CapturedResponse captured(Response response, ResponseCapture captures, boolean whole) {
        Buffer read = response.body().source().getBuffer();
        byte[] start =
                read.snapshot((int) Math.min(read.size(), captures.maxBytes())).toByteArray();
        MediaType type = response.body().contentType();
        Charset charset = Optional.ofNullable(type)
                .map(declared -> declared.charset(StandardCharsets.UTF_8))
                .orElse(StandardCharsets.UTF_8);
        return CapturedResponse.of(
                response.header("Content-Type"),
                String.join(", ", response.headers("Content-Encoding")),
                start,
                charset,
                !whole);
    }

    /** Whether the whole body could be read, so that the connection can be used again. One that is needed has the time of the attempt. */
    private static boolean isReadToTheEnd(BufferedSource body, ResponseCapture captures, Deadline deadline) {
        long nanos =
                captures == ResponseCapture.OF_ANY ? Math.max(1, deadline.remainingNanos()) : MAX_BODY_TIME.toNanos();
        body.timeout().deadline(nanos, TimeUnit.NANOSECONDS);
        try {
            return !body.request(Math.max(captures.maxBytes(), MAX_BODY_BYTES) + 1L);
        } catch (IOException broken) {
            return false;
        }
    }

    /** The URL as the HTTP client parses it; empty unless the client understands it as it was checked. */
    private static Optional<HttpUrl> parsedByClient(EndpointUrl url) {
        return Optional.ofNullable(HttpUrl.parse(url.canonical()))
                .filter(parsed -> parsed.toString().equals(url.canonical()));
    }

    private static Request httpRequest(HttpUrl url, AttemptRequest request) {
        return new Request.Builder()
                .url(url)
                .headers(Headers.of(request.headers()))
                .header("Accept-Encoding", "identity")
                .post(new EventBody(request.body()))
                .build();
    }

    private AttemptOutcome outcome(AttemptRequest attempt, Response response, Deadline deadline) {
        int status = response.code();
        OutcomeClass byStatus = classOf(status);
        boolean unreturned = byStatus == OutcomeClass.SUCCEEDED
                && attempt.challenge()
                        .filter(challenge -> !challenge.equals(response.header(AttemptRequest.CHALLENGE)))
                        .isPresent();
        return new AttemptOutcome(
                unreturned ? OutcomeClass.UNVERIFIED : byStatus, status, deadline.elapsed(), retryAfter(response));
    }

    private static OutcomeClass classOf(int status) {
        return switch (status / 100) {
            case 2 -> OutcomeClass.SUCCEEDED;
            case 3 -> OutcomeClass.REDIRECT;
            default -> OutcomeClass.STATUS;
        };
    }

    private @Nullable Duration retryAfter(Response response) {
        return switch (response.code()) {
            case 429, 503 ->
                RetryAfter.read(response.headers(), clock.instant()).orElse(null);
            default -> null;
        };
    }

    private static AttemptOutcome failed(OutcomeClass outcomeClass, Deadline deadline) {
        return new AttemptOutcome(outcomeClass, null, deadline.elapsed(), null);
    }

    /** An interrupt is not a failure of the receiver: the attempt has no outcome, and the message is delivered again. */
    static IllegalStateException interrupted() {
        Thread.currentThread().interrupt();
        return new IllegalStateException(
                "The sender was interrupted during an attempt. The message will be delivered again.");
    }
}
