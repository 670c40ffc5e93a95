package com.scheduleevents.cloud.faults;

import java.time.Duration;

/** What goes wrong inside a simulated service, besides its calls. */
public interface ServiceFaults {

    /** Nothing goes wrong, and nothing is late. */
    ServiceFaults NONE = new ServiceFaults() {
        @Override
        public FaultLevel level() {
            return FaultLevel.CALM;
        }

        @Override
        public boolean strikes(FaultKind kind, CallSite site) {
            return false;
        }

        @Override
        public Duration time(String port, Duration mean, Duration most) {
            return Duration.ZERO;
        }
    };

    /** How much goes wrong at present. */
    FaultLevel level();

    /** Whether this goes wrong in this way here and now. */
    boolean strikes(FaultKind kind, CallSite site);

    /** A time by which something is late. */
    Duration time(String port, Duration mean, Duration most);
}
