package com.scheduleevents.simulation.faults;

/**
 * A place where faults can be injected.
 *
 * @param caller who calls: the name of a function, or of a part of the world
 * @param port which service is called
 * @param operation what is asked of it
 */
public record CallSite(String caller, String port, String operation) implements Comparable<CallSite> {

    @Override
    public int compareTo(CallSite other) {
        int byCaller = caller.compareTo(other.caller);
        int byPort = byCaller != 0 ? byCaller : port.compareTo(other.port);
        return byPort != 0 ? byPort : operation.compareTo(other.operation);
    }

    @Override
    public String toString() {
        return caller + " " + port + "." + operation;
    }
}
