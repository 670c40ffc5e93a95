package com.scheduleevents.local.receiver;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs as the service does, implemented a second time from its documentation. */
final class Signer {

    private Signer() {}

    /** One {@code v1=} per secret. */
    static String service(long timestamp, String body, String... secrets) {
        StringBuilder header = new StringBuilder("t=" + timestamp);
        for (String secret : secrets) {
            byte[] mac = hmac(secret.getBytes(StandardCharsets.UTF_8), timestamp + "." + body);
            header.append(",v1=").append(HexFormat.of().formatHex(mac));
        }
        return header.toString();
    }

    static String standard(String id, long timestamp, String body, String... secrets) {
        StringBuilder header = new StringBuilder();
        for (String secret : secrets) {
            byte[] key = Base64.getDecoder().decode(secret.substring("whsec_".length()));
            byte[] mac = hmac(key, id + "." + timestamp + "." + body);
            header.append(header.isEmpty() ? "" : " ")
                    .append("v1,")
                    .append(Base64.getEncoder().encodeToString(mac));
        }
        return header.toString();
    }

    private static byte[] hmac(byte[] key, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
