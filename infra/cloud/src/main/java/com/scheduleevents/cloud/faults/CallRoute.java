package com.scheduleevents.cloud.faults;

/** How calls reach a simulated service. */
public interface CallRoute {

    /** Calls that arrive, take effect and are answered at once, as from within the service. */
    CallRoute AT_ONCE = new CallRoute() {
        @Override
        public <T> T call(String operation, String target, Object request, SimulatedCall<T> effect) {
            return effect.arrive().apply();
        }
    };

    /**
     * Calls the service.
     *
     * @param target which of its tables or queues the call is about
     * @param request what traces say of the call
     */
    <T> T call(String operation, String target, Object request, SimulatedCall<T> effect);

    /**
     * Calls a service that has neither tables nor queues.
     *
     * @param request what traces say of the call
     */
    default <T> T call(String operation, Object request, SimulatedCall<T> effect) {
        return call(operation, "", request, effect);
    }
}
