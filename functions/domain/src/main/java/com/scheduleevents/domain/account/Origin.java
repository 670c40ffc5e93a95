package com.scheduleevents.domain.account;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a change comes from: who made it, and when.
 *
 * @param type what made it
 * @param key the API key that made it; present for {@link Type#API_KEY} alone
 * @param request the id of the request that made it, if a request did
 * @param at when it was made
 */
public record Origin(Type type, Optional<ApiKeyId> key, Optional<String> request, Instant at) {

    /** What made a change. */
    public enum Type {
        /** A request with an API key. */
        API_KEY,
        /** A command of the operator. */
        OPERATOR,
        /** A rule of the service itself. */
        SERVICE;

        /** The name in the API and in the tables. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The type of that name.
         *
         * @throws IllegalStateException when there is none
         */
        public static Type named(String wireName) {
            return Arrays.stream(values())
                    .filter(type -> type.wireName().equals(wireName))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("a change has an unknown type of origin"));
        }
    }

    /** A request. */
    public static Origin of(Caller caller, String request, Instant at) {
        return new Origin(Type.API_KEY, Optional.of(caller.key()), Optional.of(request), at);
    }

    /** A command of the operator. */
    public static Origin operator(Instant at) {
        return new Origin(Type.OPERATOR, Optional.empty(), Optional.empty(), at);
    }

    /** A rule of the service. */
    public static Origin service(Instant at) {
        return new Origin(Type.SERVICE, Optional.empty(), Optional.empty(), at);
    }
}
