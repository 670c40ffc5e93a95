package com.scheduleevents.cloud.dynamodb.expressions;

import java.util.Arrays;
import java.util.Comparator;
import software.amazon.awssdk.core.SdkBytes;

/** How DynamoDB orders strings and bytes. */
public final class StringOrder {

    /** Strings by their UTF-8 bytes, which is by code points; not by Java's chars. */
    public static final Comparator<String> BY_CODE_POINT = StringOrder::compare;

    /** Bytes as unsigned numbers. */
    static final Comparator<SdkBytes> BY_BYTES =
            (one, other) -> Arrays.compareUnsigned(one.asByteArrayUnsafe(), other.asByteArrayUnsafe());

    private StringOrder() {}

    private static int compare(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        for (int i = 0; i < shorter; i++) {
            char left = one.charAt(i);
            char right = other.charAt(i);
            if (left != right) {
                boolean beyond = Character.isSurrogate(left);
                // What takes two chars is above all that takes one, though the chars themselves are not.
                return beyond == Character.isSurrogate(right) ? left - right : beyond ? 1 : -1;
            }
        }
        return one.length() - other.length();
    }
}
