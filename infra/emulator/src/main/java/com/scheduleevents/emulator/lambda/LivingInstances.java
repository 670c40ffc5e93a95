package com.scheduleevents.emulator.lambda;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The living instances of all functions, by the id of their credentials. */
public final class LivingInstances {

    private final Map<String, FunctionInstance> living = new ConcurrentHashMap<>();

    void add(FunctionInstance instance) {
        living.put(instance.accessKeyId(), instance);
    }

    void remove(FunctionInstance instance) {
        living.remove(instance.accessKeyId());
    }

    /** The instance with these credentials; empty once it is discarded. */
    public Optional<FunctionInstance> with(String accessKeyId) {
        return Optional.ofNullable(living.get(accessKeyId)).filter(FunctionInstance::isAlive);
    }
}
