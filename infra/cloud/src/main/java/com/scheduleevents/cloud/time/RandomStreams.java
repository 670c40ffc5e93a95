package com.scheduleevents.cloud.time;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The random streams of one seed. Each user draws from a stream of its own, forked from the seed by a label, so that one more
 * draw here changes nothing there.
 */
public final class RandomStreams {

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final long seed;

    /** The streams of a seed. */
    public RandomStreams(long seed) {
        this.seed = seed;
    }

    /** The seed itself, to be printed beside what it led to. */
    public long seed() {
        return seed;
    }

    /** A stream that begins anew at each call: the same label gives the same numbers. */
    public RandomGenerator stream(String label) {
        return new SplittableRandom(mixed(label));
    }

    /** The streams of a part of the world, for parts that fork streams of their own. */
    public RandomStreams fork(String label) {
        return new RandomStreams(mixed(label));
    }

    private long mixed(String label) {
        long hash = FNV_OFFSET ^ seed;
        for (int i = 0; i < label.length(); i++) {
            hash = (hash ^ label.charAt(i)) * FNV_PRIME;
        }
        // Labels that differ in their last letter must not give seeds that differ in their last bits (MurmurHash3's
        // mixer).
        hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return hash ^ (hash >>> 33);
    }
}
