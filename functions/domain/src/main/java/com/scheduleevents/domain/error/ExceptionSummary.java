package com.scheduleevents.domain.error;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where an exception came from, without its message: a library's may quote what it was given, and neither payloads nor urls
 * belong in a log.
 */
public final class ExceptionSummary {

    private static final String OURS = "com.scheduleevents.";
    private static final int FRAMES = 6;
    private static final int CAUSES = 5;

    private ExceptionSummary() {}

    /** One line for a log: the classes of the exception and its causes, and where in this service each passed. */
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
