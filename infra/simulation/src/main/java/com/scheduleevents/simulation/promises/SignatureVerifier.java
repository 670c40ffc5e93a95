package com.scheduleevents.simulation.promises;

import com.scheduleevents.simulation.receivers.ReceivedRequest;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies deliveries as a receiver does, in both forms (docs, "Receiving webhooks"), with none of the service's code. */
final class SignatureVerifier {

    private static final String PREFIX = "whsec_";

    private SignatureVerifier() {}

    static boolean verifies(ReceivedRequest request, String secret) {
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
