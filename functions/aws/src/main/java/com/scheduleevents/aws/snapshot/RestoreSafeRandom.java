package com.scheduleevents.aws.snapshot;

import java.security.SecureRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/**
 * A cryptographic source of randomness of which no two instances of a function give the same: whatever it drew upon before a
 * snapshot is let go after the restore, and another one takes its place, seeded by the operating system.
 */
public final class RestoreSafeRandom implements RandomGenerator, Resource {

    private final Supplier<? extends RandomGenerator> sources;
    private volatile RandomGenerator source;

    private RestoreSafeRandom(Supplier<? extends RandomGenerator> sources) {
        this.sources = sources;
        this.source = sources.get();
    }

    /** Of this instance of the function. Lambda's list of what hears of a restore is weak: whoever draws has to hold on to it. */
    public static RestoreSafeRandom create() {
        return drawingUpon(SecureRandom::new);
    }

    /** @param sources makes another source for each restore */
    static RestoreSafeRandom drawingUpon(Supplier<? extends RandomGenerator> sources) {
        RestoreSafeRandom random = new RestoreSafeRandom(sources);
        Core.getGlobalContext().register(random);
        return random;
    }

    @Override
    public long nextLong() {
        return source.nextLong();
    }

    @Override
    public void nextBytes(byte[] bytes) {
        source.nextBytes(bytes);
    }

    @Override
    public void beforeCheckpoint(Context<? extends Resource> context) {
        // What is frozen is let go when it is woken.
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {
        source = sources.get();
    }
}
