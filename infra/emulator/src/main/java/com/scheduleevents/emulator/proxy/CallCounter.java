package com.scheduleevents.emulator.proxy;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counts the calls that functions make, so that what something costs can be told. */
public final class CallCounter implements CallInterceptor {

    private final Map<String, LongAdder> calls = new ConcurrentHashMap<>();

    @Override
    public Verdict before(ServiceCall call) {
        call.resources().forEach(resource -> calls.computeIfAbsent(
                        name(call.function(), call.operation(), resource), _ -> new LongAdder())
                .increment());
        return Verdict.PASS;
    }

    /**
     * How many calls there were so far; one call may carry several messages.
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
     * All calls that a function made so far, by operation and name of the table or queue.
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
