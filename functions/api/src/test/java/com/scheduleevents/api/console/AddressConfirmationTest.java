package com.scheduleevents.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressState;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how somebody without an API key confirms an address. */
final class AddressConfirmationTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final AddressId ADDRESS = AddressId.of(Callers.ACCOUNT, "desk@example.com");

    private final Random random = new Random(1);
    private final TestWiring aws = TestWiring.create();
    private final MailAddresses addresses = aws.mailAddresses();
    private final ConsolePages pages = pages(NOW);

    private ConsolePages pages(Instant now) {
        return new ConsolePages(aws.at(now));
    }

    private AddressToken asked(Instant at) {
        AddressToken token = AddressToken.mint(Callers.ACCOUNT, ADDRESS, random);
        addresses.claim(token, new WebhookId("whk_1"), at, at, at.plus(DAY.multipliedBy(7)), DAY);
        addresses.sent(token);
        return token;
    }

    private AddressStatus status() {
        return addresses
                .find(Callers.ACCOUNT, ADDRESS)
                .map(AddressState::status)
                .orElseThrow();
    }

    private static ApiResponse post(ConsolePages pages, String body) {
        return new ApiResponse(pages.handleRequest(
                ApiRequest.open("POST", "/console/confirmations")
                        .from("192.0.2.1")
                        .json(body)
                        .build(),
                null));
    }

    private static String body(String token) {
        return "{\"token\":\"" + token + "\"}";
    }

    @Test
    void aTokenConfirmsOnce() {
        String body = body(asked(NOW).reveal());
        ApiResponse confirmed = post(pages, body);
        assertThat(confirmed.status()).isEqualTo(204);
        assertThat(confirmed.text()).isEmpty();
        assertThat(status()).isEqualTo(AddressStatus.CONFIRMED);
        post(pages, body).assertError(404, "not_found", "token");
    }

    /** Scanners of e-mails open links, and some make the requests that a page names. */
    @ParameterizedTest
    @CsvSource({"GET", "HEAD", "PUT", "DELETE"})
    void anotherMethodConfirmsNothing(String method) {
        asked(NOW);
        ApiResponse refused = new ApiResponse(pages.handleRequest(
                ApiRequest.open(method, "/console/confirmations").build(), null));
        assertThat(refused.status()).isEqualTo(405);
        assertThat(refused.header("Allow")).isEqualTo("POST, OPTIONS");
        assertThat(status()).isEqualTo(AddressStatus.PENDING);
    }

    /** Unknown, forged, replaced and ended tokens get the same response, so that nobody learns which addresses an account has. */
    @Test
    void whatIsNoValidTokenIsRefusedAlike() {
        AddressToken replaced = asked(NOW.minus(DAY));
        AddressToken valid = asked(NOW);
        String secret = valid.reveal().substring(valid.reveal().lastIndexOf('.'));
        AccountId other = Callers.OTHER_ACCOUNT;
        Stream<String> tokens = Stream.of(
                replaced.reveal(),
                AddressToken.mint(Callers.ACCOUNT, ADDRESS, random).reveal(),
                AddressToken.mint(Callers.ACCOUNT, AddressId.of(Callers.ACCOUNT, "boss@example.com"), random)
                        .reveal(),
                other.value() + "." + ADDRESS.value() + secret,
                valid.reveal() + "A",
                "acc_1",
                "..",
                "");
        assertThat(tokens.map(token -> post(pages(NOW), body(token)))
                        .map(response -> response.status() + response.json().toString())
                        .distinct())
                .as("one response")
                .singleElement()
                .asString()
                .startsWith("404");
        assertThat(status()).isEqualTo(AddressStatus.PENDING);
        post(pages(NOW.plus(DAY.multipliedBy(7))), body(valid.reveal())).assertError(404, "not_found", "token");
        assertThat(post(pages(NOW.plus(DAY.multipliedBy(7)).minusMillis(1)), body(valid.reveal()))
                        .status())
                .isEqualTo(204);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{}; missing_field; token",
                "{\"token\":7}; invalid_field; token",
                "{\"token\":\"x\",\"more\":1}; unknown_field; more",
                "[]; invalid_body; -"
            })
    void badInputNamesTheField(String body, String code, String param) {
        post(pages, body).assertError(400, code, param);
    }

    /** A secret of 256 bits cannot be guessed; the limit is for what guessing would cost. */
    @Test
    void aNetworkAddressMayNotTryAsOftenAsItLikes() {
        AddressToken token = asked(NOW);
        Set<Integer> statuses = Set.copyOf(IntStream.range(0, 20)
                .mapToObj(_ -> post(pages, body("x")).status())
                .toList());
        assertThat(statuses).containsExactlyInAnyOrder(404, 429);
        ApiResponse refused = post(pages, body(token.reveal()));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isNotEmpty();
        assertThat(refused.json().at("/error/message").asText()).startsWith("Your network address");
        assertThat(new ApiResponse(pages.handleRequest(
                                ApiRequest.open("POST", "/console/confirmations")
                                        .from("192.0.2.2")
                                        .json(body(token.reveal()))
                                        .build(),
                                null))
                        .status())
                .as("another network address")
                .isEqualTo(204);
    }
}
