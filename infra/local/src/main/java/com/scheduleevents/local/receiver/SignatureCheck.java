package com.scheduleevents.local.receiver;

import com.scheduleevents.emulator.http.Header;
import com.scheduleevents.emulator.http.ServerRequest;
import com.standardwebhooks.exceptions.EmptyWebhookSecretException;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import java.net.http.HttpHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Verifies a delivery as a customer would: the header Service-Signature with Stripe's library, the headers webhook-… with
 * that of Standard Webhooks. Both must be valid.
 */
final class SignatureCheck {

    /** The greatest age of a signature (requirement R28). */
    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private SignatureCheck() {}

    /**
     * Verifies both signatures.
     *
     * @param secrets any of them may have signed; if empty, only the age is checked
     */
    static SignatureVerdict check(ServerRequest request, Collection<String> secrets, Instant now) {
        if (secrets.isEmpty()) {
            return isStale(request, now)
                    ? SignatureVerdict.refused("the timestamp is older than five minutes")
                    : SignatureVerdict.UNKNOWN;
        }
        Optional<String> stripe = firstSuccess(secrets, secret -> stripe(request, secret));
        Optional<String> standard = firstSuccess(secrets, secret -> standard(request, secret));
        return stripe.map(reason -> SignatureVerdict.refused("Service-Signature: " + reason))
                .or(() -> standard.map(reason -> SignatureVerdict.refused("webhook-signature: " + reason)))
                .orElse(SignatureVerdict.VERIFIED);
    }

    private interface Check {
        /** Why the signature is invalid; empty when it is valid. */
        Optional<String> failure(String secret);
    }

    private static Optional<String> firstSuccess(Collection<String> secrets, Check check) {
        List<Optional<String>> failures = secrets.stream().map(check::failure).toList();
        return failures.stream().anyMatch(Optional::isEmpty) ? Optional.empty() : failures.getFirst();
    }

    private static Optional<String> stripe(ServerRequest request, String secret) {
        try {
            String header = request.header("Service-Signature").orElse("");
            return Webhook.Signature.verifyHeader(request.text(), header, secret, TOLERANCE.toSeconds())
                    ? Optional.empty()
                    : Optional.of("not verified");
        } catch (SignatureVerificationException wrong) {
            return Optional.of(reason(wrong));
        }
    }

    private static Optional<String> standard(ServerRequest request, String secret) {
        try {
            new com.standardwebhooks.Webhook(secret).verify(request.text(), headers(request));
            return Optional.empty();
        } catch (WebhookVerificationException | EmptyWebhookSecretException wrong) {
            return Optional.of(reason(wrong));
        }
    }

    private static String reason(Exception wrong) {
        return Optional.ofNullable(wrong.getMessage()).orElse("wrong");
    }

    private static HttpHeaders headers(ServerRequest request) {
        Map<String, List<String>> values = request.headers().stream()
                .collect(Collectors.groupingBy(
                        header -> header.name().toLowerCase(java.util.Locale.ROOT),
                        Collectors.mapping(Header::value, Collectors.toList())));
        return HttpHeaders.of(values, (name, value) -> true);
    }

    private static boolean isStale(ServerRequest request, Instant now) {
        try {
            long signed = Long.parseLong(request.header("webhook-timestamp").orElse(""));
            return Instant.ofEpochSecond(signed).isBefore(now.minus(TOLERANCE));
        } catch (NumberFormatException unsigned) {
            return false;
        }
    }
}
