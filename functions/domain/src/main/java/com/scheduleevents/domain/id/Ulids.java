package com.scheduleevents.domain.id;

import com.github.f4b6a3.ulid.Ulid;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** ULIDs with a prefix: opaque to clients, and sorted by the millisecond in which they were created. */
public final class Ulids {

    private static final int CHARS = 26;

    private Ulids() {}

    /** Creates a new id from the present millisecond and 80 random bits. */
    public static String mint(String prefix, Instant now, RandomGenerator random) {
        byte[] entropy = new byte[Ulid.RANDOM_BYTES];
        random.nextBytes(entropy);
        return prefix + new Ulid(now.toEpochMilli(), entropy);
    }

    /** The id of something that happened: the same for the same time and occasion, so that writing it again changes nothing. */
    public static String of(String prefix, Instant at, String occasion) {
        byte[] entropy = Arrays.copyOf(HexFormat.of().parseHex(Sha256.hex(occasion)), Ulid.RANDOM_BYTES);
        return prefix + new Ulid(at.toEpochMilli(), entropy);
    }

    /** Parses the ULID of an id; empty when the prefix or the ULID is wrong. */
    public static Optional<Ulid> parse(String prefix, String text) {
        if (!text.startsWith(prefix) || text.length() != prefix.length() + CHARS) {
            return Optional.empty();
        }
        String rest = text.substring(prefix.length());
        // The library also accepts lower case and look-alike letters; an id has one spelling, so that it can be
        // compared.
        return Optional.of(rest).filter(Ulid::isValid).map(Ulid::from).filter(ulid -> ulid.toString()
                .equals(rest));
    }
}
