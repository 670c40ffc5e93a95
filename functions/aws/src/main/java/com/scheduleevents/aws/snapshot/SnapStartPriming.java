package com.scheduleevents.aws.snapshot;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.InvocationLogContext;
import java.util.Map;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/**
 * A function that Lambda freezes once, when a version of it is published, and wakes many times (SnapStart). Before the snapshot it
 * handles sample events, so that classes are loaded and linked by the time of the first request. It does so as a second self,
 * which is then let go, and whose calls reach nobody: what is frozen has never been used, so that there is no connection, no
 * credential, no row, no key and no random number in it that a thousand instances would then share.
 */
public interface SnapStartPriming extends Resource {

    /**
     * Has a second self handle sample events.
     *
     * @param variables the function's, with which AWS answers everything with nothing
     * @throws Exception when it fails, and with it the publishing of the version
     */
    void prime(Map<String, String> variables) throws Exception;

    @Override
    default void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
        InvocationLogContext.begin("priming");
        prime(Environment.forPriming(System.getenv()));
    }

    @Override
    default void afterRestore(Context<? extends Resource> context) {
        // Nothing was used, so that nothing has to be made anew.
    }

    /**
     * Makes sure that a function that Lambda starts is primed; without a snapshot nothing comes of it. Lambda's list is of weak
     * references, but its runtime holds on to the function.
     */
    static void beforeTheSnapshot(SnapStartPriming function) {
        Core.getGlobalContext().register(function);
    }
}
