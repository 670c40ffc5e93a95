package com.scheduleevents.domain.delivery;

import com.scheduleevents.domain.webhook.SigningSecret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs deliveries (requirement R27) in the two forms that existing libraries verify, over the same secret. During a
 * rotation there is one signature per live secret.
 */
public final class Signatures {

    private static final String ALGORITHM = "HmacSHA256";

    private Signatures() {}

    /**
     * The signature headers of one attempt.
     *
     * @param id the event's id, which Standard Webhooks signs too
     * @param at the time of the attempt; receivers reject signatures that are older than five minutes
     * @param body the body, exactly as it is sent
     * @param secrets the live secrets, newest first
     */
    public static Map<String, String> headers(String id, Instant at, String body, List<SigningSecret> secrets) {
        String seconds = Long.toString(at.getEpochSecond());
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return Map.of(
                "Service-Signature",
                service(seconds, bytes, secrets),
                "webhook-id",
                id,
                "webhook-timestamp",
                seconds,
                "webhook-signature",
                standard(id, seconds, bytes, secrets));
    }

    /** {@code t=<unix seconds>,v1=<hex>}: over {@code t.body}, keyed with the whole secret, as Stripe's libraries verify it. */
    private static String service(String seconds, byte[] body, List<SigningSecret> secrets) {
        return "t=" + seconds
                + secrets.stream()
                        .map(secret -> hmac(secret.reveal().getBytes(StandardCharsets.UTF_8), seconds + ".", body))
                        .map(mac -> ",v1=" + HexFormat.of().formatHex(mac))
                        .collect(Collectors.joining());
    }

    /** {@code v1,<base64>}: over {@code id.timestamp.body}, keyed with the decoded secret (Standard Webhooks, 1.0.0). */
    private static String standard(String id, String seconds, byte[] body, List<SigningSecret> secrets) {
        return secrets.stream()
                .map(secret -> hmac(decoded(secret), id + "." + seconds + ".", body))
                .map(mac -> "v1," + Base64.getEncoder().encodeToString(mac))
                .collect(Collectors.joining(" "));
    }

    private static byte[] decoded(SigningSecret secret) {
        return Base64.getDecoder().decode(secret.reveal().substring(SigningSecret.PREFIX.length()));
    }

    private static byte[] hmac(byte[] key, String front, byte[] body) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            mac.update(front.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }
}
