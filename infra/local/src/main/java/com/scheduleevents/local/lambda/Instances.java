package com.scheduleevents.local.lambda;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The living instances of all functions, by the id of their credentials. */
public final class Instances {

    private final Map<String, Instance> living = new ConcurrentHashMap<>();

    void add(Instance instance) {
        living.put(instance.accessKeyId(), instance);
    }

    void remove(Instance instance) {
        living.remove(instance.accessKeyId());
    }

    /** The instance that was given these credentials; empty once it was thrown away. */
    public Optional<Instance> with(String accessKeyId) {
        return Optional.ofNullable(living.get(accessKeyId)).filter(Instance::isAlive);
    }
}
