package com.scheduleevents.delivery.receiver;

import static com.scheduleevents.delivery.receiver.Attempts.PATIENT;
import static com.scheduleevents.delivery.receiver.Attempts.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.network.EndpointUrl;
import com.scheduleevents.domain.network.EndpointUrl.Reading;
import com.scheduleevents.domain.network.ExtraNetworks;
import com.scheduleevents.domain.network.ReceiverAddresses;
import com.scheduleevents.domain.network.ReceiverAddresses.Decision;
import com.scheduleevents.domain.receiver.OutcomeClass;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Tests the rules at registration and at delivery against a table of URLs and lookup results. Each URL is registered once and
 * attempted once per lookup result; {@code >} separates the results.
 */
class AddressRulesTest {

    @ParameterizedTest(name = "{0}: {1} at {2} is {3}, then {4}")
    @CsvFileSource(resources = "receiver-urls.csv", delimiter = '|', numLinesToSkip = 1)
    void urlAndAddressRulesAgreeWithTheTable(
            String what, String url, @Nullable String lookups, String atRegistration, String atDelivery) {
        assertThat(registration(url)).isEqualTo(atRegistration);
        List<String> given = lookups == null ? List.of("") : parts(lookups, ">");
        List<String> expected = parts(atDelivery, ">");
        assertThat(given).hasSameSizeAs(expected);
        for (int i = 0; i < given.size(); i++) {
            List<InetAddress> addresses = given.get(i).isEmpty()
                    ? List.of()
                    : parts(given.get(i), " ").stream()
                            .map(InetAddress::ofLiteral)
                            .toList();
            switch (expected.get(i)) {
                case "called" -> assertAllowed(url, addresses);
                case "refused" -> assertRefused(url, addresses);
                default -> throw new IllegalArgumentException(expected.get(i));
            }
        }
    }

    private static String registration(String url) {
        return switch (EndpointUrl.read(url, ExtraNetworks.none())) {
            case Reading.Accepted _ -> "accepted";
            case Reading.Refused(EndpointUrl.Reason reason, String _) ->
                reason.name().toLowerCase(Locale.ROOT);
        };
    }

    /**
     * Checks the decision only, so that the test connects to no public address; an attempt connects to what the decision allows.
     */
    private static void assertAllowed(String url, List<InetAddress> addresses) {
        int port = ((Reading.Accepted) EndpointUrl.read(url, ExtraNetworks.none()))
                .url()
                .port();
        assertThat(new ReceiverAddresses(ExtraNetworks.none()).decide(addresses, port))
                .isEqualTo(new Decision.Allowed(addresses, false));
    }

    private static void assertRefused(String url, List<InetAddress> addresses) {
        AtomicInteger lookUps = new AtomicInteger();
        HttpsReceivers receivers = Attempts.receivers(
                host -> {
                    lookUps.incrementAndGet();
                    return addresses;
                },
                ExtraNetworks.none(),
                "");
        assertThat(receivers.attempt(request(url, PATIENT)).outcomeClass()).isEqualTo(OutcomeClass.REFUSED_ADDRESS);
        assertThat(lookUps).hasValue(addresses.isEmpty() ? 0 : 1);
    }

    private static List<String> parts(String text, String separator) {
        return Arrays.stream(text.split(separator, -1)).map(String::strip).toList();
    }
}
