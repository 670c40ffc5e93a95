package com.scheduleevents.simulation.receivers;

import com.scheduleevents.cloud.faults.CallSite;
import com.scheduleevents.cloud.faults.FaultKind;
import com.scheduleevents.simulation.SimulatedWorld;

/** A call to somebody outside the service, before and after which the environment of its caller may die. */
final class CrashPoint {

    private final SimulatedWorld world;
    private final CallSite site;

    CrashPoint(SimulatedWorld world, String port, String operation) {
        this.world = world;
        this.site = new CallSite("SenderFunction", port, operation);
    }

    /** The call is about to be made. */
    void before() {
        world.faults().passes(site, true);
        dies(FaultKind.KILLED_BEFORE);
    }

    /** Whether the other side is out. */
    boolean isRefused() {
        return world.faults().strikes(FaultKind.REFUSED, site);
    }

    /** The call was made, and its caller does not know yet what became of it. */
    void after() {
        dies(FaultKind.KILLED_AFTER);
    }

    private void dies(FaultKind how) {
        if (world.faults().strikes(how, site)) {
            world.scheduler().currentGroup().kill();
            world.scheduler().requireAlive();
        }
    }
}
