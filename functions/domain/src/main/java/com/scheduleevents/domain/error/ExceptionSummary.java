package com.scheduleevents.domain.error;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes where an exception came from, without its message: the messages of libraries may quote payloads and URLs, which must not
 * be logged.
 */
public final class ExceptionSummary {

    private static final String OURS = "com.scheduleevents.";
    private static final int FRAMES = 6;
    private static final int CAUSES = 5;

    private ExceptionSummary() {}

    /** One line for a log: the classes of the exception and its causes, each with the lines of this service that it passed. */
    public static String of(Throwable thrown) {
        return Stream.<@Nullable Throwable>iterate(thrown, t -> t != null, t -> t == null ? null : t.getCause())
                .limit(CAUSES)
                .map(ExceptionSummary::one)
                .collect(Collectors.joining(" caused_by="));
    }

    private static String one(@Nullable Throwable thrown) {
        if (thrown == null) {
            return "";
        }
        String frames = Arrays.stream(thrown.getStackTrace())
                .filter(frame -> frame.getClassName().startsWith(OURS))
                .limit(FRAMES)
                .map(frame -> frame.getClassName().substring(OURS.length()) + ":" + frame.getLineNumber())
                .collect(Collectors.joining(","));
        return "error=" + thrown.getClass().getName() + " at=" + frames;
    }
}
