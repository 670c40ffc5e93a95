package com.scheduleevents.emulator.proxy;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls that functions make, so that tests can check the cost of an operation. */
public final class CallCounter implements CallInterceptor {

    private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();

    @Override
    public Interception before(ServiceCall call) {
        call.resources().forEach(resource -> calls.computeIfAbsent(
                        name(call.function(), call.operation(), resource), _ -> new LongAdder())
                .increment());
        return Interception.PASS;
    }

    /**
     * The number of calls so far; one call may contain several messages.
     *
     * @param function logical id of the caller
     * @param operation such as {@code PutItem}
     * @param resource name of the table or queue
     */
    public long of(String function, String operation, String resource) {
        return calls.getOrDefault(name(function, operation, resource), new LongAdder())
                .sum();
    }

    /**
     * The numbers of a function's calls so far, by operation and name of the table or queue.
     *
     * @param function its logical id
     */
    public Map<String, Long> of(String function) {
        Map<String, Long> made = new TreeMap<>();
        calls.forEach((name, count) -> {
            if (name.startsWith(function + " ")) {
                made.put(name, count.sum());
            }
        });
        return made;
    }

    private static String name(String function, String operation, String resource) {
        return function + " " + operation + " " + resource;
    }

    @Override
    public String toString() {
        return calls.toString();
    }
}
