package com.scheduleevents.cli.profiles;

import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The URL of an API, under a name, and where the key for it is.
 *
 * @param name letters, digits, {@code _} and {@code -}
 * @param api the base URL of the API, without the version
 * @param key the API key; empty when it is in the keychain
 */
public record Profile(String name, URI api, Optional<String> key) {

    /** What a name looks like: it becomes an argument of the keychain's tool. */
    public static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,63}");

    /** Omits the key. */
    @Override
    public String toString() {
        return "Profile[" + name + "]";
    }
}
