package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Whether every attempt is signed with the secrets that are valid then, and was signed just before. It is verified as a receiver does, in
 * both forms (docs, "Receiving webhooks"), with none of the service's code.
 */
final class SecretChecks {

    private static final String PREFIX = "whsec_";

    /** The longest timeout of a function that signs, and a second. */
    private static final Duration OLDEST_SIGNATURE = Duration.ofSeconds(31);

    /** What a clock may be wrong by. */
    private static final Duration CLOCKS = Duration.ofMillis(500);

    private final Ledger ledger;

    SecretChecks(Ledger ledger) {
        this.ledger = ledger;
    }

    void check(WatchedWebhook webhook, ReceivedRequest request) {
        Instant now = request.at();
        if (request.signed().isBefore(now.minus(OLDEST_SIGNATURE).minus(CLOCKS))
                || request.signed().isAfter(now.plus(CLOCKS))) {
            ledger.breaks(
                    Promise.VERIFIABLE,
                    webhook.id(),
                    "attempt " + request.attempt() + " of " + request.event() + " came at " + now
                            + ", and was signed at " + request.signed());
        }
        List<String> secrets = live(webhook, now);
        if (!secrets.isEmpty() && secrets.stream().noneMatch(secret -> verifies(request, secret))) {
            ledger.breaks(
                    Promise.VERIFIABLE,
                    webhook.id(),
                    "no valid secret verifies attempt " + request.attempt() + " of " + request.event());
        }
        if (!certain(webhook, now).stream().allMatch(secret -> verifies(request, secret))) {
            ledger.breaks(
                    Promise.VERIFIABLE,
                    webhook.id(),
                    "a secret that is valid still does not verify attempt " + request.attempt() + " of "
                            + request.event());
        }
    }

    /** Those one of which must verify an attempt; none while its owner cannot know with which secret it is signed. */
    static List<String> live(WatchedWebhook webhook, Instant now) {
        List<String> live = new ArrayList<>();
        if (webhook.last(Fact.SecretAsked.class, Fact.SecretLearnt.class) instanceof Fact.SecretAsked asked
                && asked.overlap().isZero()) {
            return live;
        }
        Instant until = Instant.MAX;
        for (Fact.SecretLearnt secret :
                webhook.facts(Fact.SecretLearnt.class).toList().reversed()) {
            if (until.isAfter(now)) {
                live.add(secret.secret());
            }
            Instant replaced = secret.at().plus(secret.asked().overlap()).plus(WatchedWebhook.UNDER_WAY);
            until = replaced.isBefore(until) ? replaced : until;
        }
        return live;
    }

    /**
     * Those with which a receiver that was given them must be able to verify, whatever happened to the messages about them. A rotation leaves
     * the newest one besides its own, until its overlap ends; but until there is a response, nobody knows how often it was repeated.
     */
    static List<String> certain(WatchedWebhook webhook, Instant now) {
        List<Validity> certain = new ArrayList<>();
        webhook.facts(Fact.OfSecret.class).forEach(fact -> {
            switch (fact) {
                case Fact.SecretAsked asked -> {
                    int kept = asked.overlap().isZero() ? 0 : 1;
                    certain.subList(0, Math.max(0, certain.size() - kept)).clear();
                }
                case Fact.SecretLearnt learnt -> {
                    Instant replaced = learnt.asked().at().plus(learnt.asked().overlap());
                    certain.replaceAll(valid -> new Validity(valid.secret(), valid.from(), replaced));
                    certain.add(new Validity(learnt.secret(), learnt.at().plus(WatchedWebhook.UNDER_WAY), Instant.MAX));
                }
            }
        });
        return certain.stream()
                .filter(valid ->
                        now.isAfter(valid.from()) && now.isBefore(valid.until().minus(WatchedWebhook.UNDER_WAY)))
                .map(Validity::secret)
                .toList();
    }

    private record Validity(String secret, Instant from, Instant until) {}

    private static boolean verifies(ReceivedRequest request, String secret) {
        Map<String, String> headers = request.headers();
        String stamp = headers.getOrDefault("webhook-timestamp", "");
        String standard = "v1,"
                + Base64.getEncoder()
                        .encodeToString(hmac(
                                Base64.getDecoder().decode(secret.substring(PREFIX.length())),
                                request.event() + "." + stamp + "." + request.body()));
        String service = "v1="
                + HexFormat.of().formatHex(hmac(secret.getBytes(StandardCharsets.UTF_8), stamp + "." + request.body()));
        return has(headers.getOrDefault("webhook-signature", ""), " ", standard)
                && has(headers.getOrDefault("Service-Signature", ""), ",", service)
                && has(headers.getOrDefault("Service-Signature", ""), ",", "t=" + stamp);
    }

    private static boolean has(String header, String separator, String wanted) {
        return Arrays.asList(header.split(separator, -1)).contains(wanted);
    }

    private static byte[] hmac(byte[] key, String content) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(content.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }
}
