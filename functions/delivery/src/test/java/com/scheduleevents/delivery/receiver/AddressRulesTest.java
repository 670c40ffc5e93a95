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
 * What the two gates say about each url and each answer of a look-up. A url is registered once and attempted once for each
 * answer, {@code >} being between them.
 */
class AddressRulesTest {

    @ParameterizedTest(name = "{0}: {1} at {2} is {3}, then {4}")
    @CsvFileSource(resources = "gates.csv", delimiter = '|', numLinesToSkip = 1)
    void urlAndAddressRulesAgreeWithTheTable(
            String what, String url, @Nullable String answers, String atRegistration, String atDelivery) {
        assertThat(registration(url)).isEqualTo(atRegistration);
        List<String> given = answers == null ? List.of("") : parts(answers, ">");
        List<String> expected = parts(atDelivery, ">");
        assertThat(given).hasSameSizeAs(expected);
        for (int i = 0; i < given.size(); i++) {
            List<InetAddress> answer = given.get(i).isEmpty()
                    ? List.of()
                    : parts(given.get(i), " ").stream()
                            .map(InetAddress::ofLiteral)
                            .toList();
            switch (expected.get(i)) {
                case "called" -> assertCalledThere(url, answer);
                case "refused" -> assertRefused(url, answer);
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

    /** Nobody is called from a test; where an attempt connects, it connects to what this decision allows. */
    private static void assertCalledThere(String url, List<InetAddress> answer) {
        int port = ((Reading.Accepted) EndpointUrl.read(url, ExtraNetworks.none()))
                .url()
                .port();
        assertThat(new ReceiverAddresses(ExtraNetworks.none()).decide(answer, port))
                .isEqualTo(new Decision.Allowed(answer, false));
    }

    private static void assertRefused(String url, List<InetAddress> answer) {
        AtomicInteger lookUps = new AtomicInteger();
        HttpsReceivers receivers = Attempts.receivers(
                host -> {
                    lookUps.incrementAndGet();
                    return answer;
                },
                ExtraNetworks.none(),
                "");
        assertThat(receivers.attempt(request(url, PATIENT)).outcomeClass()).isEqualTo(OutcomeClass.REFUSED_ADDRESS);
        assertThat(lookUps).hasValue(answer.isEmpty() ? 0 : 1);
    }

    private static List<String> parts(String text, String separator) {
        return Arrays.stream(text.split(separator, -1)).map(String::strip).toList();
    }
}
