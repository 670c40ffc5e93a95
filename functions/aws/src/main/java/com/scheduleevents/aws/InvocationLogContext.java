package com.scheduleevents.aws;

import com.amazonaws.services.lambda.runtime.Context;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** Marks every log line with the id of the Lambda invocation that wrote it. */
public final class InvocationLogContext {

    /** The name of the id in a log line. */
    public static final String KEY = "request_id";

    private InvocationLogContext() {}

    /** Marks all further log lines of this thread, unless the context is null because the function is being primed. */
    public static void begin(@Nullable Context context) {
        if (context != null) {
            begin(context.getAwsRequestId());
        }
    }

    /** Marks all further log lines of this thread with an id. */
    public static void begin(String id) {
        MDC.put(KEY, id);
    }

    /** The same function, which marks the log lines of other threads like those of this thread. */
    public static <A, B> Function<A, B> carriedOver(Function<A, B> function) {
        Map<String, String> here =
                Optional.ofNullable(MDC.getCopyOfContextMap()).orElseGet(Map::of);
        return argument -> {
            MDC.setContextMap(here);
            return function.apply(argument);
        };
    }
}
