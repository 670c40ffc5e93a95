package com.scheduleevents.aws;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What the template tells a function: its environment variables, read by type, each missing or malformed one named. */
public final class Environment {

    private static final String PRIMING = "PRIMING";

    private final Map<String, String> variables;

    /**
     * @param variables the environment, as {@link System#getenv()} gives it
     */
    public Environment(Map<String, String> variables) {
        this.variables = Map.copyOf(variables);
    }

    /**
     * The variables of a function for its priming, in which its calls of AWS reach nobody.
     *
     * @param variables what the template and Lambda give it
     */
    public static Map<String, String> forPriming(Map<String, String> variables) {
        Map<String, String> priming = new HashMap<>(variables);
        priming.put(PRIMING, "true");
        // So that nobody is asked for any.
        priming.put("AWS_ACCESS_KEY_ID", "priming");
        priming.put("AWS_SECRET_ACCESS_KEY", "priming");
        return Map.copyOf(priming);
    }

    /** Whether they are those of a priming. */
    public boolean isPriming() {
        return variables.containsKey(PRIMING);
    }

    /**
     * A text that has to be there.
     *
     * @throws IllegalStateException naming the variable
     */
    public String text(String name) {
        return optionalText(name).orElseThrow(() -> missing(name));
    }

    private static IllegalStateException missing(String name) {
        return new IllegalStateException("the environment variable " + name + " is not set; template.yaml sets it");
    }

    /**
     * A text that has to be there and may be empty.
     *
     * @throws IllegalStateException naming the variable
     */
    public String possiblyEmpty(String name) {
        return Optional.ofNullable(variables.get(name)).orElseThrow(() -> missing(name));
    }

    /** A text that may be missing or empty, which mean the same. */
    public Optional<String> optionalText(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
    }

    /**
     * An ISO 8601 duration, such as {@code P90D} or {@code PT5S}.
     *
     * @throws IllegalStateException naming the variable
     */
    public Duration duration(String name) {
        return read(name, "an ISO 8601 duration", Duration::parse);
    }

    /**
     * A value of some other type.
     *
     * @param expected what it should be, for the message
     * @param reader throws when the text is none
     * @throws IllegalStateException naming the variable
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
