package com.scheduleevents.aws.snapshot;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import java.util.Map;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/**
 * A function with SnapStart: Lambda takes a snapshot of it when a version is published, and starts every instance from that snapshot. Before
 * the snapshot, a second instance of the handler processes sample events, so that classes are loaded and linked before the first request. Its
 * calls reach nobody, and it is discarded, so that the snapshot contains no connection, credential, row, key or random number that all
 * instances would share.
 */
public interface SnapStartPriming extends Resource {

    /**
     * Creates a second instance of the handler and lets it process sample events.
     *
     * @param variables the function's environment variables, with which AWS calls get an empty response
     * @throws Exception when priming fails; the version is then not published
     */
    void prime(Map<String, String> variables) throws Exception;

    @Override
    default void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
        InvocationLogContext.begin("priming");
        prime(Environment.forPriming(System.getenv()));
    }

    @Override
    default void afterRestore(Context<? extends Resource> context) {
        // The primed instance was discarded, so nothing has to be renewed.
    }

    /** Registers a function that Lambda has started; without SnapStart this has no effect. Lambda's runtime keeps the function alive. */
    static void beforeTheSnapshot(SnapStartPriming function) {
        Core.getGlobalContext().register(function);
    }
}
