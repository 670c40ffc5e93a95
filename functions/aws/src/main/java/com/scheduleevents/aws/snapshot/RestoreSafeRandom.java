package com.scheduleevents.aws.snapshot;

import java.security.SecureRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;

/**
 * A cryptographic source of randomness that no two instances of a function share: after each restore of a snapshot, the source is replaced
 * by a new one that the operating system seeds.
 */
public final class RestoreSafeRandom implements RandomGenerator, Resource {

    private final Supplier<? extends RandomGenerator> sources;
    private volatile RandomGenerator source;

    private RestoreSafeRandom(Supplier<? extends RandomGenerator> sources) {
        this.sources = sources;
        this.source = sources.get();
    }

    /** The source for a function. Lambda holds only a weak reference to it, so the function must keep it. */
    public static RestoreSafeRandom create() {
        return drawingUpon(SecureRandom::new);
    }

    /** @param sources creates a source for each restore */
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
        // The source is replaced after the restore.
    }

    @Override
    public void afterRestore(Context<? extends Resource> context) {
        source = sources.get();
    }
}
