package com.scheduleevents.delivery.sender;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.certificate.ClientCertificate;
import com.scheduleevents.domain.certificate.ClientIdentity;
import com.scheduleevents.domain.delivery.LoggedAttempt;
import com.scheduleevents.domain.oauth.ClientCredentials;
import com.scheduleevents.domain.oauth.OAuthClient;
import com.scheduleevents.domain.receiver.AttemptOutcome;
import com.scheduleevents.domain.receiver.AttemptRequest;
import com.scheduleevents.domain.receiver.CapturedResponse;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AuthorizedReceiversTest {

    private static final String SECRET = "hunter2";
    private static final OAuthClient CLIENT = new OAuthClient(
            SenderFixture.TOKEN_URL,
            "schedule",
            List.of("events"),
            Optional.empty(),
            OAuthClient.Method.CLIENT_SECRET_BASIC);

    private final SenderFixture sender = new SenderFixture(_ -> true);
    private final List<AttemptRequest> tokenRequests = new ArrayList<>();

    /** How long a token lives, in seconds. */
    private static final int LIFETIME = 300;

    @BeforeEach
    void setAuth() {
        sender.authorizationServer = request -> {
            tokenRequests.add(request);
            return granted("token-" + tokenRequests.size());
        };
        authorize(CLIENT);
    }

    @Test
    void sendsTheTokenAndKeepsItForLaterAttempts() {
        sender.handle(SenderFixture.first(1));
        sender.now = sender.now.plusSeconds(LIFETIME - 31L);
        sender.handle(SenderFixture.first(2));

        assertThat(bearers()).containsExactly("Bearer token-1", "Bearer token-1");
        assertThat(tokenRequests).hasSize(1);
        assertThat(tokenRequests.getFirst().body()).contains("scope=events");
    }

    /** The token request goes to another server, which the certificate is not for. */
    @Test
    void presentsTheCertificateToTheReceiverAlone() {
        HeldCertificate held = new HeldCertificate.Builder().build();
        ClientCertificate certificate = new ClientCertificate(
                List.of(held.certificate()), held.keyPair().getPrivate());
        sender.change(row ->
                row.with(row.settings().with(sender.vault.seal(row.account(), row.id(), certificate)), sender.now));

        sender.handle(SenderFixture.first(1));

        assertThat(sender.attempts)
                .extracting(AttemptRequest::identity)
                .containsExactly(
                        Optional.of(new ClientIdentity(sender.webhook().id().value(), certificate)));
        assertThat(bearers()).containsExactly("Bearer token-1");
        assertThat(tokenRequests).extracting(AttemptRequest::identity).containsExactly(Optional.empty());
    }

    @Test
    void replacesATokenBeforeItEnds() {
        sender.handle(SenderFixture.first(1));
        sender.now = sender.now.plusSeconds(LIFETIME - 30L);
        sender.handle(SenderFixture.first(2));

        assertThat(bearers()).containsExactly("Bearer token-1", "Bearer token-2");
    }

    @Test
    void sendsNothingWithoutAToken() {
        sender.authorizationServer = request -> {
            tokenRequests.add(request);
            return new AttemptOutcome(OutcomeClass.STATUS, 401, Duration.ofMillis(7), null)
                    .with(new CapturedResponse(Optional.empty(), "no client hunter2", false));
        };

        sender.handle(SenderFixture.first(1));

        assertThat(sender.attempts).isEmpty();
        LoggedAttempt attempt = sender.logged(SenderFixture.first(1)).last();
        assertThat(attempt.outcome()).isEqualTo(OutcomeClass.NO_TOKEN);
        assertThat(attempt.status()).hasValue(401);
        assertThat(sender.retries).hasSize(1);
        assertThat(kept()).containsExactly("no client [redacted]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"access_token\": \"leaked\"}", "{\"access_token\": \"leaked\", \"token_type\": \"mac\"}"})
    void showsNobodyASuccessWithoutAUsableToken(String body) {
        sender.authorizationServer = _ -> new AttemptOutcome(OutcomeClass.SUCCEEDED, 200, Duration.ZERO, null)
                .with(new CapturedResponse(Optional.empty(), body, false));

        sender.handle(SenderFixture.first(1));

        assertThat(sender.attempts).isEmpty();
        assertThat(sender.logged(SenderFixture.first(1)).last().outcome()).isEqualTo(OutcomeClass.NO_TOKEN);
        assertThat(kept()).isEmpty();
    }

    @Test
    void remembersAFailureForTenSeconds() {
        sender.authorizationServer = request -> {
            tokenRequests.add(request);
            return new AttemptOutcome(OutcomeClass.TIMEOUT, null, Duration.ofSeconds(5), null);
        };
        sender.handle(SenderFixture.first(1));
        sender.now = sender.now.plusSeconds(9);
        sender.handle(SenderFixture.first(2));
        assertThat(tokenRequests).hasSize(1);

        sender.now = sender.now.plusSeconds(1);
        sender.handle(SenderFixture.first(3));

        assertThat(tokenRequests).hasSize(2);
        assertThat(sender.attempts).isEmpty();
    }

    @Test
    void renewsATokenThatTheReceiverRejectsOnce() {
        sender.handle(SenderFixture.first(1));
        sender.now = sender.now.plusSeconds(1);
        sender.receiver = request -> request.headers().containsValue("Bearer token-1")
                ? status(401, Duration.ofSeconds(2))
                : status(204, Duration.ofSeconds(1));

        sender.handle(SenderFixture.first(2));

        assertThat(bearers()).containsExactly("Bearer token-1", "Bearer token-1", "Bearer token-2");
        assertThat(sender.attempts.getLast().timeout()).isEqualTo(Duration.ofSeconds(3));
        assertThat(sender.logged(SenderFixture.first(2)).last().outcome()).isEqualTo(OutcomeClass.SUCCEEDED);
    }

    @Test
    void doesNotUseATokenAgainThatWasRejectedWhenItWasNew() {
        sender.receiver = _ -> status(401, Duration.ZERO);
        sender.handle(SenderFixture.first(1));
        assertThat(tokenRequests).hasSize(1);

        sender.now = sender.now.plusSeconds(20);
        sender.handle(SenderFixture.first(2));

        assertThat(bearers()).containsExactly("Bearer token-1", "Bearer token-2");
        assertThat(sender.logged(SenderFixture.first(2)).last().status()).hasValue(401);
    }

    @Test
    void doesNotUseMoreThanTheReceiversTimeForBothRequests() {
        sender.handle(SenderFixture.first(1));
        sender.now = sender.now.plusSeconds(1);
        sender.receiver = _ -> status(401, Duration.ofSeconds(5));

        sender.handle(SenderFixture.first(2));

        assertThat(bearers()).hasSize(2);
    }

    @Test
    void tokenServesThePresentSettingsOfItsWebhookAlone() {
        sender.handle(SenderFixture.first(1));
        authorize(new OAuthClient(CLIENT.tokenUrl(), "other", List.of(), Optional.empty(), CLIENT.method()));
        sender.handle(SenderFixture.first(2));
        // The same credentials, encrypted anew.
        authorize(CLIENT);
        sender.handle(SenderFixture.first(3));

        assertThat(bearers()).containsExactly("Bearer token-1", "Bearer token-2", "Bearer token-3");
    }

    @Test
    void tokenOfOneWebhookIsNotSentToAnother() {
        Webhook own = sender.webhook();
        WebhookId other = new WebhookId("whk_2");
        Webhook second = new Webhook(
                own.account(),
                other,
                own.key(),
                own.settings(),
                own.visible(),
                own.secrets(),
                own.status(),
                own.generation(),
                own.createdAt(),
                own.urlChangedAt(),
                own.verifiedUrl(),
                own.version(),
                own.origin(),
                own.disabling(),
                own.suspended(),
                own.orderedFrom(),
                own.health());
        TokenCache tokens = new TokenCache(sender.ports);
        TokenCache.Answer first = tokens.of(own, own.settings().auth().orElseThrow());

        assertThat(tokens.of(own, own.settings().auth().orElseThrow())).isEqualTo(first);
        assertThat(tokens.of(second, sender.vault.seal(own.account(), other, new ClientCredentials(CLIENT, SECRET))))
                .isNotEqualTo(first);
    }

    @Test
    void attemptsAtTheSameTimeShareOneRequest() throws InterruptedException {
        CountDownLatch requested = new CountDownLatch(1);
        CountDownLatch responds = new CountDownLatch(1);
        sender.authorizationServer = request -> {
            tokenRequests.add(request);
            requested.countDown();
            await(responds);
            return granted("shared");
        };
        TokenCache tokens = new TokenCache(sender.ports);
        Webhook webhook = sender.webhook();
        List<TokenCache.Answer> answers = new CopyOnWriteArrayList<>();
        List<Thread> attempts = new ArrayList<>();
        for (int each = 0; each < 3; each++) {
            attempts.add(Thread.ofVirtual()
                    .start(() -> answers.add(
                            tokens.of(webhook, webhook.settings().auth().orElseThrow()))));
        }
        await(requested);
        responds.countDown();
        for (Thread attempt : attempts) {
            attempt.join();
        }

        assertThat(tokenRequests).hasSize(1);
        assertThat(answers).hasSize(3).containsOnly(answers.getFirst());
    }

    @Test
    void waitersDoNotFailWithWhoeverAsked() throws InterruptedException {
        CountDownLatch requested = new CountDownLatch(1);
        CountDownLatch responds = new CountDownLatch(1);
        sender.authorizationServer = request -> {
            tokenRequests.add(request);
            if (tokenRequests.size() == 1) {
                requested.countDown();
                await(responds);
                throw new IllegalStateException("interrupted");
            }
            return granted("second");
        };
        TokenCache tokens = new TokenCache(sender.ports);
        Webhook webhook = sender.webhook();
        Thread first = Thread.ofVirtual()
                .start(() -> assertThat(failure(tokens, webhook)).isPresent());
        await(requested);
        responds.countDown();
        first.join();

        assertThat(tokens.of(webhook, webhook.settings().auth().orElseThrow()))
                .isInstanceOf(TokenCache.Answer.Granted.class);
    }

    @Test
    void noResponseShowsTheToken() {
        sender.receiver = request -> status(403, Duration.ZERO)
                .with(new CapturedResponse(
                        Optional.empty(), "rejected " + request.headers().get("Authorization"), false));

        sender.handle(SenderFixture.first(1));

        assertThat(kept()).containsExactly("rejected Bearer [redacted]");
    }

    @Test
    void isNotBegunWithoutTheTimeForATokenAndAResponse() {
        sender.timeLeft = Duration.ofSeconds(14);
        sender.handle(SenderFixture.first(1));
        assertThat(tokenRequests).isEmpty();
        assertThat(sender.retries).hasSize(1);

        sender.timeLeft = Duration.ofSeconds(15);
        sender.handle(SenderFixture.first(2));
        assertThat(sender.attempts).hasSize(1);
    }

    private static Optional<RuntimeException> failure(TokenCache tokens, Webhook webhook) {
        try {
            tokens.of(webhook, webhook.settings().auth().orElseThrow());
            return Optional.empty();
        } catch (IllegalStateException e) {
            return Optional.of(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void authorize(OAuthClient client) {
        sender.change(row -> row.with(
                new WebhookSettings(
                                row.url(),
                                row.types(),
                                Set.of(),
                                Optional.empty(),
                                OptionalInt.empty(),
                                Optional.empty(),
                                row.settings().payload(),
                                Optional.empty(),
                                true,
                                Optional.empty())
                        .with(sender.vault.seal(row.account(), row.id(), new ClientCredentials(client, SECRET))),
                sender.now));
    }

    private AttemptOutcome granted(String token) {
        String body =
                "{\"access_token\": \"" + token + "\", \"token_type\": \"Bearer\", \"expires_in\": " + LIFETIME + "}";
        return status(200, Duration.ofMillis(30)).with(new CapturedResponse(Optional.empty(), body, false));
    }

    private static AttemptOutcome status(int status, Duration took) {
        return new AttemptOutcome(status < 300 ? OutcomeClass.SUCCEEDED : OutcomeClass.STATUS, status, took, null);
    }

    private List<String> bearers() {
        return sender.attempts.stream()
                .map(AttemptRequest::headers)
                .map((Map<String, String> headers) -> headers.getOrDefault("Authorization", "none"))
                .toList();
    }

    /** The bodies of the responses to the first event that were kept for the owner. */
    private List<String> kept() {
        Webhook webhook = sender.webhook();
        return sender.kept.of(webhook.id(), SenderFixture.first(1).payload().id(), sender.now).stream()
                .map(stored -> sender.vault.open(webhook.account(), webhook.id(), stored))
                .map(CapturedResponse::body)
                .toList();
    }
}
