package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.A_HANG;
import static com.scheduleevents.delivery.receiver.Attempts.HOST;
import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static com.scheduleevents.delivery.receiver.Attempts.SHORT;
import static com.scheduleevents.delivery.receiver.Attempts.receivers;
import static com.scheduleevents.delivery.receiver.Attempts.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.network.EndpointUrl;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import okhttp3.HttpUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which address an attempt connects to, and that it connects to no other. */
class AddressesTest {

    private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");
    private static final InetAddress ALSO_LOOPBACK = InetAddress.ofLiteral("127.0.0.2");

    @ParameterizedTest
    @ValueSource(
            strings = {"10.0.0.1", "169.254.169.254", "0.0.0.0", "::1", "fe80::1", "fd00:ec2::254", "64:ff9b::7f00:1"})
    void refusesANameWithAPrivateAddressWithoutConnecting(String inside) throws Exception {
        try (TestReceiver receiver = receiver()) {
            AttemptOutcome outcome = receivers(host -> List.of(LOOPBACK, InetAddress.ofLiteral(inside)))
                    .attempt(request(receiver.url(HOST), PATIENT));
            assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.REFUSED_ADDRESS);
            assertThat(receiver.connections()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://127.0.0.1:%d/",
                "https://127.1:%d/",
                "https://2130706433:%d/",
                "https://0x7f000001:%d/",
                "https://0177.0.0.1:%d/",
                "https://[::1]:%d/",
                "https://[::ffff:127.0.0.1]:%d/",
                "https://localhost:%d/",
                "https://receiver.example:%d/",
                "http://receiver.example:%d/",
                "https://user@receiver.example:%d/",
                "https://receiver.example\\@127.0.0.1:%d/",
                "nonsense"
            })
    void refusesLocalAddressesWithoutExtraNetworks(String url) throws Exception {
        AtomicInteger lookUps = new AtomicInteger();
        HttpsReceivers closed = receivers(
                host -> {
                    lookUps.incrementAndGet();
                    return List.of(LOOPBACK);
                },
                ExtraNetworks.none(),
                "");
        try (TestReceiver receiver = receiver()) {
            AttemptOutcome outcome = closed.attempt(request(url.formatted(receiver.port()), PATIENT));
            assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.REFUSED_ADDRESS);
            assertThat(receiver.connections()).isZero();
            assertThat(lookUps).hasValue(0);
        }
    }

    @Test
    void extraAuthorityAllowsNoFurtherNetworks() {
        HttpsReceivers closed =
                receivers(host -> List.of(LOOPBACK), ExtraNetworks.none(), Attempts.AUTHORITY.certificatePem());
        assertThat(closed.attempt(request("https://receiver.example/", PATIENT)).outcomeClass())
                .isEqualTo(OutcomeClass.REFUSED_ADDRESS);
    }

    @Test
    void callsALiteralAddressWithoutALookup() throws Exception {
        HttpsReceivers receivers = receivers(host -> {
            throw new UnknownHostException(host);
        });
        var sockets = Attempts.tls(Attempts.certificateFor("127.0.0.1").build()).getServerSocketFactory();
        try (TestReceiver receiver = TestReceiver.start(sockets, AddressesTest::respondToEverything)) {
            assertThat(receivers
                            .attempt(request(receiver.url("127.0.0.1"), PATIENT))
                            .succeeded())
                    .isTrue();
        }
    }

    @Test
    void doesNotFollowDnsRebinding() throws Exception {
        Deque<List<InetAddress>> addresses = new ConcurrentLinkedDeque<>(
                List.of(List.of(LOOPBACK), List.of(InetAddress.ofLiteral("10.0.0.1")), List.of(LOOPBACK)));
        HttpsReceivers receivers = receivers(host -> addresses.removeFirst());
        try (TestReceiver receiver = receiver()) {
            List<OutcomeClass> outcomes = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                outcomes.add(
                        receivers.attempt(request(receiver.url(HOST), PATIENT)).outcomeClass());
            }
            assertThat(outcomes)
                    .containsExactly(OutcomeClass.SUCCEEDED, OutcomeClass.REFUSED_ADDRESS, OutcomeClass.SUCCEEDED);
            assertThat(addresses).as("one lookup an attempt, no more").isEmpty();
        }
    }

    @Test
    void triesTheNextAddressWhenOneDoesNotRespond() throws Exception {
        try (TestReceiver receiver = receiver()) {
            AttemptOutcome outcome =
                    receivers(host -> List.of(ALSO_LOOPBACK, LOOPBACK)).attempt(request(receiver.url(HOST), PATIENT));
            assertThat(outcome.succeeded()).isTrue();
        }
    }

    @Test
    void reusesAConnectionWhileTheAddressesStayTheSame() throws Exception {
        Deque<List<InetAddress>> addresses = new ConcurrentLinkedDeque<>(List.of(
                List.of(LOOPBACK, ALSO_LOOPBACK), List.of(ALSO_LOOPBACK, LOOPBACK), List.of(LOOPBACK, ALSO_LOOPBACK)));
        HttpsReceivers receivers = receivers(host -> addresses.removeFirst());
        try (TestReceiver receiver = receiver()) {
            IntStream.range(0, 3).forEach(i -> assertThat(receivers
                            .attempt(request(receiver.url(HOST), PATIENT))
                            .succeeded())
                    .isTrue());
            assertThat(receiver.connections()).isOne();
        }
    }

    @Test
    void doesNotReuseAConnectionAfterTheAddressChanged() throws Exception {
        Deque<List<InetAddress>> addresses =
                new ConcurrentLinkedDeque<>(List.of(List.of(LOOPBACK), List.of(ALSO_LOOPBACK)));
        HttpsReceivers receivers = receivers(host -> addresses.removeFirst());
        try (TestReceiver receiver = receiver()) {
            assertThat(receivers.attempt(request(receiver.url(HOST), PATIENT)).succeeded())
                    .isTrue();
            assertThat(receivers.attempt(request(receiver.url(HOST), PATIENT)).outcomeClass())
                    .as("no server listens on the new address")
                    .isEqualTo(OutcomeClass.CONNECT);
        }
    }

    @Test
    void classifiesANameWithoutAddressesAsADnsFailure() {
        HttpsReceivers unknown = receivers(host -> {
            throw new UnknownHostException(host);
        });
        assertThat(unknown.attempt(request("https://receiver.example/", PATIENT))
                        .outcomeClass())
                .isEqualTo(OutcomeClass.DNS);
    }

    @Test
    void hangingLookupsTimeOutAndDoNotBlockOthers() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        HttpsReceivers receivers = receivers(host -> {
            while (host.startsWith("hang") && over.getCount() > 0) {
                awaitDeafly(over);
            }
            return List.of(LOOPBACK);
        });
        try (TestReceiver receiver = receiver()) {
            List<Thread> stuck = IntStream.range(0, DnsLookups.MAX_CONCURRENT - 1)
                    .mapToObj(i -> Thread.ofVirtual()
                            .start(() -> receivers.attempt(request("https://hang" + i + ".example/", SHORT))))
                    .toList();
            for (Thread each : stuck) {
                each.join();
            }
            assertThat(receivers.attempt(request(receiver.url(HOST), PATIENT)).succeeded())
                    .isTrue();
            for (int i = 0; i < 2; i++) {
                AttemptOutcome outcome = receivers.attempt(request("https://hang.example/", SHORT));
                assertThat(outcome.outcomeClass()).isEqualTo(OutcomeClass.TIMEOUT);
                assertThat(outcome.duration()).isBetween(SHORT, A_HANG);
            }
            over.countDown();
            assertThat(receivers.attempt(request(receiver.url(HOST), PATIENT)).succeeded())
                    .isTrue();
        } finally {
            over.countDown();
        }
    }

    /** Every accepted URL is parsed by the HTTP client exactly as at registration. */
    @Property(tries = 3000)
    void parsesEveryAcceptedUrlAsItWasChecked(@ForAll("nearlyUrls") String given) {
        if (EndpointUrl.read(given, Attempts.LOOPBACK) instanceof EndpointUrl.Reading.Accepted(EndpointUrl url)) {
            HttpUrl read = HttpUrl.get(url.canonical());
            assertThat(read.toString()).isEqualTo(url.canonical());
            assertThat(read.host()).isEqualTo(url.host());
            assertThat(read.port()).isEqualTo(url.port());
            assertThat(URI.create(url.canonical()).getRawPath()).isEqualTo(read.encodedPath());
        }
    }

    @Provide
    Arbitrary<String> nearlyUrls() {
        Arbitrary<String> host = Arbitraries.strings()
                .withChars("abzßéüñ例テ09.-xn")
                .ofMinLength(1)
                .ofMaxLength(14)
                .map(text -> text + ".example");
        Arbitrary<String> rest = Arbitraries.strings()
                .withChars("aZ0/.%2e?&=;!$'()*+,:@~_-[]{}|\"")
                .ofMaxLength(14);
        return Combinators.combine(host, Arbitraries.of("", ":8443", "."), rest)
                .as((name, port, end) -> "https://" + name + port + "/" + end);
    }

    private static TestReceiver receiver() {
        return TestReceiver.start(Attempts.tlsSockets(), AddressesTest::respondToEverything);
    }

    private static void respondToEverything(TestReceiver.Connection connection) throws IOException {
        while (!connection.readRequest().isEmpty()) {
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        }
    }

    /** Waits and ignores interrupts, as the lookup of the operating system does. */
    private static void awaitDeafly(CountDownLatch over) {
        try {
            over.await();
        } catch (InterruptedException unheard) {
            assertThat(over.getCount()).isNotNegative();
        }
    }
}
