package com.scheduleevents.aws;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.MDC;

/** Which invocation a log line belongs to: every line of a thread bears the id of the request that it works on. */
public final class InvocationLogContext {

    /** The name in a line, beside the time and the message. */
    public static final String KEY = "request_id";

    private InvocationLogContext() {}

    /**
     * From here on this thread works on that request.
     *
     * @param id Lambda's
     */
    public static void begin(String id) {
        MDC.put(KEY, id);
    }

    /** The same work for another thread, whose lines then bear the id of this thread's request. */
    public static <T> Callable<T> carriedOver(Callable<T> work) {
        Map<String, String> here =
                Optional.ofNullable(MDC.getCopyOfContextMap()).orElseGet(Map::of);
        return () -> {
            MDC.setContextMap(here);
            return work.call();
        };
    }
}
