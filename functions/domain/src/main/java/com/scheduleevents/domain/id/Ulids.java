package com.scheduleevents.domain.id;

import com.github.f4b6a3.ulid.Ulid;
import java.time.Instant;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** ULIDs behind a prefix: opaque to clients, and sorted by the millisecond that they were minted in. */
public final class Ulids {

    private static final int CHARS = 26;

    private Ulids() {}

    /**
     * Mints a new identifier.
     *
     * @param prefix what it begins with
     * @param now its millisecond
     * @param random its other 80 bits
     */
    public static String mint(String prefix, Instant now, RandomGenerator random) {
        byte[] entropy = new byte[Ulid.RANDOM_BYTES];
        random.nextBytes(entropy);
        return prefix + new Ulid(now.toEpochMilli(), entropy);
    }

    /**
     * Reads the ULID of an identifier.
     *
     * @return empty when the text does not begin with the prefix or was never minted
     */
    public static Optional<Ulid> parse(String prefix, String text) {
        if (!text.startsWith(prefix) || text.length() != prefix.length() + CHARS) {
            return Optional.empty();
        }
        String rest = text.substring(prefix.length());
        // Ulid also reads lower case and look-alike letters; an identifier has one spelling, so that it can be
        // compared.
        return Ulid.isValid(rest) && Ulid.from(rest).toString().equals(rest)
                ? Optional.of(Ulid.from(rest))
                : Optional.empty();
    }
}
