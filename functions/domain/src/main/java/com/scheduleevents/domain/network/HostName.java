package com.scheduleevents.domain.network;

import java.net.IDN;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The host name of a URL. */
final class HostName {

    /** Letters, digits and inner hyphens (RFC 1123, section 2.1): clients disagree on the underscore. */
    private static final Pattern LABEL = Pattern.compile("[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?");

    private static final int MAX_LENGTH = 253;

    /**
     * Top-level names that are never in the public DNS (RFC 6761, 6762, 7686, 8375, 9476, and ICANN's decision on {@code internal}), or
     * that routers and company networks use.
     */
    private static final Set<String> NEVER_PUBLIC = Set.of(
            "alt",
            "arpa",
            "corp",
            "home",
            "internal",
            "intranet",
            "lan",
            "local",
            "localdomain",
            "localhost",
            "onion",
            "private",
            "test");

    private HostName() {}

    /**
     * The host in lower-case ASCII without a trailing dot; not necessarily a valid name. Empty if it has no ASCII form that all clients
     * agree on.
     */
    static Optional<String> toAscii(String written) {
        String host = written.endsWith(".") ? written.substring(0, written.length() - 1) : written;
        String lower = host.toLowerCase(Locale.ROOT);
        if (host.chars().allMatch(character -> character < 128)) {
            return Optional.of(lower);
        }
        String unicode = Normalizer.normalize(lower, Normalizer.Form.NFC);
        try {
            // Versions of IDNA map some names differently; such a name does not come back unchanged.
            String ascii = IDN.toASCII(unicode, IDN.USE_STD3_ASCII_RULES);
            return Optional.of(ascii).filter(name -> IDN.toUnicode(name).equals(unicode));
        } catch (IllegalArgumentException notAName) {
            return Optional.empty();
        }
    }

    /** Whether a lower-case ASCII host is a DNS name that all clients accept. */
    static boolean isValid(String name) {
        return name.length() <= MAX_LENGTH
                && Arrays.stream(name.split("\\.", -1)).allMatch(HostName::isLabel)
                && isTopLevel(name.substring(name.lastIndexOf('.') + 1));
    }

    /** Top-level names begin with a letter (RFC 3986 by way of RFC 2396, section 3.2.2: toplabel); the JDK reads no other. */
    private static boolean isTopLevel(String label) {
        return Character.isLetter(label.charAt(0));
    }

    /** Whether a valid name cannot be in the public DNS. */
    static boolean isNeverPublic(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 || NEVER_PUBLIC.contains(name.substring(dot + 1));
    }

    private static boolean isLabel(String label) {
        if (!LABEL.matcher(label).matches()) {
            return false;
        }
        return label.startsWith("xn--") ? isPunycode(label) : !label.startsWith("--", 2);
    }

    /** Whether the label stands for exactly one Unicode name, which has no other label. */
    private static boolean isPunycode(String label) {
        String unicode = IDN.toUnicode(label, IDN.ALLOW_UNASSIGNED);
        try {
            return !unicode.equals(label)
                    && IDN.toASCII(unicode, IDN.ALLOW_UNASSIGNED).equals(label);
        } catch (IllegalArgumentException notAName) {
            return false;
        }
    }
}
