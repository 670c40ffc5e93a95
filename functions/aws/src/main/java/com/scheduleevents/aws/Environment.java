package com.scheduleevents.aws;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The environment variables of a function, by type; an error names the variable. */
public final class Environment {

    private static final String PRIMING = "PRIMING";

    private final Map<String, String> variables;
    private final Function<String, RuntimeException> missing;

    /** @param variables as returned by {@link System#getenv()} */
    public Environment(Map<String, String> variables) {
        this(variables, Environment::missing);
    }

    /**
     * @param missing the error about a variable that is not set, by its name
     */
    public Environment(Map<String, String> variables, Function<String, RuntimeException> missing) {
        this.variables = Map.copyOf(variables);
        this.missing = missing;
    }

    /** The variables with which a function is primed: its calls of AWS reach nobody. */
    public static Map<String, String> forPriming(Map<String, String> variables) {
        Map<String, String> priming = new HashMap<>(variables);
        priming.put(PRIMING, "true");
        // So that the SDK does not fetch credentials.
        priming.put("AWS_ACCESS_KEY_ID", "priming");
        priming.put("AWS_SECRET_ACCESS_KEY", "priming");
        return Map.copyOf(priming);
    }

    /** Whether the function is being primed. */
    public boolean isPriming() {
        return variables.containsKey(PRIMING);
    }

    /**
     * A required text.
     *
     * @throws RuntimeException when it is missing: an {@link IllegalStateException}, unless it was created with another error
     */
    public String text(String name) {
        return optionalText(name).orElseThrow(() -> missing.apply(name));
    }

    private static IllegalStateException missing(String name) {
        return new IllegalStateException("the environment variable " + name + " is not set; template.yaml sets it");
    }

    /**
     * A required text that may be empty.
     *
     * @throws IllegalStateException when it is missing
     */
    public String possiblyEmpty(String name) {
        return Optional.ofNullable(variables.get(name)).orElseThrow(() -> missing.apply(name));
    }

    /**
     * A required text that is empty where nothing was chosen.
     *
     * @throws IllegalStateException when it is missing
     */
    public Optional<String> choice(String name) {
        return Optional.of(possiblyEmpty(name)).filter(value -> !value.isBlank());
    }

    /** An optional text; empty means the same as missing. */
    public Optional<String> optionalText(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
    }

    /**
     * A required ISO 8601 duration, such as {@code P90D} or {@code PT5S}.
     *
     * @throws IllegalStateException when it is missing or malformed
     */
    public Duration duration(String name) {
        return read(name, "an ISO 8601 duration", Duration::parse);
    }

    /**
     * A required value of another type.
     *
     * @param expected describes a valid value, for the message
     * @param reader throws when the text is malformed
     * @throws IllegalStateException when it is missing or malformed
     */
    public <T> T read(String name, String expected, Function<String, T> reader) {
        String value = text(name);
        try {
            return reader.apply(value);
        } catch (RuntimeException e) {
            throw new IllegalStateException("the environment variable " + name + " is not " + expected, e);
        }
    }
}
