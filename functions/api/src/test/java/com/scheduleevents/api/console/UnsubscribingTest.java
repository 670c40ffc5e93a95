package com.scheduleevents.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.ApiResponse;
import com.scheduleevents.api.Callers;
import com.scheduleevents.aws.wiring.TestWiring;
import com.scheduleevents.domain.mail.AddressId;
import com.scheduleevents.domain.mail.AddressState;
import com.scheduleevents.domain.mail.AddressStatus;
import com.scheduleevents.domain.mail.AddressToken;
import com.scheduleevents.domain.mail.MailAddresses;
import com.scheduleevents.domain.webhook.WebhookId;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how somebody without an API key unsubscribes an address: with a mail program's one-click request, or with the page. */
final class UnsubscribingTest {

    private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final AddressId ADDRESS = AddressId.of(Callers.ACCOUNT, "desk@example.com");
    private static final String PATH = "/console/unsubscriptions";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String ONE_CLICK = "List-Unsubscribe=One-Click";

    private final Random random = new Random(1);
    private final TestWiring aws = TestWiring.create().at(NOW);
    private final MailAddresses addresses = aws.mailAddresses();
    private final ConsolePages pages = new ConsolePages(aws);
    private final AddressToken confirming = AddressToken.mint(Callers.ACCOUNT, ADDRESS, random);
    private final AddressToken token = AddressToken.mint(Callers.ACCOUNT, ADDRESS, random);

    @BeforeEach
    void confirm() {
        addresses.claim(confirming, new WebhookId("whk_1"), NOW, NOW, NOW.plus(Duration.ofDays(7)), Duration.ofDays(1));
        addresses.unsubscribing(token);
        addresses.confirm(confirming, NOW);
    }

    private AddressStatus status() {
        return addresses
                .find(Callers.ACCOUNT, ADDRESS)
                .map(AddressState::status)
                .orElseThrow();
    }

    private ApiResponse send(ApiRequest request) {
        return new ApiResponse(pages.handleRequest(request.from("192.0.2.1").build(), null));
    }

    private ApiResponse post(String query, String type, String body) {
        return send(ApiRequest.open("POST", PATH)
                .query(query)
                .header("Content-Type", type)
                .body(body, false));
    }

    private String query() {
        return "token=" + token.reveal();
    }

    /** As mail programs send it (RFC 8058, section 8), and as the page does. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                FORM + "|" + ONE_CLICK,
                "multipart/form-data; boundary=b|'--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--b--'",
                "application/json|{\"List-Unsubscribe\":\"One-Click\"}"
            })
    void aPostUnsubscribesTheAddressHoweverOftenItComes(String type, String body) {
        for (int times = 0; times < 2; times++) {
            ApiResponse done = post(query(), type, body);
            assertThat(done.status()).isEqualTo(204);
            assertThat(done.text()).isEmpty();
        }
        assertThat(status()).isEqualTo(AddressStatus.UNSUBSCRIBED);
    }

    /** Scanners of e-mails open links. Who follows the redirect gets a page with a button. */
    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD"})
    void openingTheLinkUnsubscribesNothingAndLeadsToThePage(String method) {
        ApiResponse opened = send(ApiRequest.open(method, PATH).query(query()));
        assertThat(opened.status()).isEqualTo(303);
        assertThat(opened.header("Location")).isEqualTo("../console#unsubscribe=" + token.reveal());
        assertThat(opened.header("Referrer-Policy")).isEqualTo("no-referrer");
        assertThat(opened.header("Cache-Control")).isEqualTo("no-store");
        assertThat(status()).isEqualTo(AddressStatus.CONFIRMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE"})
    void anotherMethodUnsubscribesNothing(String method) {
        ApiResponse refused = send(ApiRequest.open(method, PATH).query(query()).body(ONE_CLICK, false));
        assertThat(refused.status()).isEqualTo(405);
        assertThat(refused.header("Allow")).isEqualTo("POST, GET, HEAD, OPTIONS");
        assertThat(status()).isEqualTo(AddressStatus.CONFIRMED);
    }

    /** A POST that somebody makes who tries out the link says nothing of unsubscribing. */
    @ParameterizedTest
    @ValueSource(strings = {"", "{}", "a=b", "List-Unsubscribe=", "One-Click"})
    void aPostWithoutTheFieldUnsubscribesNothing(String body) {
        post(query(), FORM, body).assertError(400, "invalid_body", "List-Unsubscribe");
        assertThat(status()).isEqualTo(AddressStatus.CONFIRMED);
    }

    @Test
    void whatIsNoTokenOfAnAddressIsRefusedAlike() {
        String secret = token.reveal().substring(token.reveal().lastIndexOf('.'));
        for (String other : new String[] {
            confirming.reveal(),
            AddressToken.mint(Callers.ACCOUNT, ADDRESS, random).reveal(),
            Callers.OTHER_ACCOUNT.value() + "." + ADDRESS.value() + secret,
            "x",
            "https:%2F%2Fevil.example"
        }) {
            post("token=" + other, FORM, ONE_CLICK).assertError(404, "not_found", "token");
        }
        assertThat(status()).isEqualTo(AddressStatus.CONFIRMED);
        send(ApiRequest.open("GET", PATH).query("token=https:%2F%2Fevil.example"))
                .assertError(404, "not_found", "token");
        send(ApiRequest.open("GET", PATH)).assertError(404, "not_found", "token");
        send(ApiRequest.open("GET", PATH).query(query() + "&more=1")).assertError(400, "unknown_parameter", "more");
    }
}
