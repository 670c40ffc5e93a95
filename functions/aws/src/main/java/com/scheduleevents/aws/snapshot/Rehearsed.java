package com.scheduleevents.aws.snapshot;

import com.scheduleevents.aws.Environment;
import com.scheduleevents.aws.LoggedRequest;
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
public interface Rehearsed extends Resource {

    /**
     * Has a second self handle sample events.
     *
     * @param variables the function's, with which AWS answers everything with nothing
     * @throws Exception when it fails, and with it the publishing of the version
     */
    void rehearse(Map<String, String> variables) throws Exception;

    @Override
    default void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
        LoggedRequest.begin("rehearsal");
        rehearse(Environment.forRehearsal(System.getenv()));
    }

    @Override
    default void afterRestore(Context<? extends Resource> context) {
        // Nothing was used, so that nothing has to be made anew.
    }

    /**
     * Makes sure that a function that Lambda starts is rehearsed; without a snapshot nothing comes of it. Lambda's list is of weak
     * references, but its runtime holds on to the function.
     */
    static void beforeTheSnapshot(Rehearsed function) {
        Core.getGlobalContext().register(function);
    }
}
