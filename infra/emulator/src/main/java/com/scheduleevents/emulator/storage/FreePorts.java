package com.scheduleevents.emulator.storage;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Finds free loopback ports. */
public final class FreePorts {

    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 30_000;
    private static final int TRIES = 100;

    /** Ports are free until somebody listens there; others that look for one meanwhile get another. */
    private static final Set<Integer> GIVEN = ConcurrentHashMap.newKeySet();

    private FreePorts() {}

    /**
     * Consecutive free ports below the ephemeral range of outgoing connections, because a free port of that
     * range may be in use a moment later.
     *
     * @throws IllegalStateException when none are found
     */
    public static List<Integer> consecutive(int count) {
        RandomGenerator random = RandomGenerator.getDefault();
        for (int tries = 0; tries < TRIES; tries++) {
            int first = random.nextInt(LOWEST, HIGHEST);
            if (IntStream.range(first, first + count).allMatch(port -> GIVEN.add(port) && isFree(port))) {
                return IntStream.range(first, first + count).boxed().toList();
            }
        }
        throw new IllegalStateException("No free ports on 127.0.0.1.");
    }

    /** One free port. */
    public static int one() {
        return consecutive(1).getFirst();
    }

    /** Whether nothing listens on a port now. */
    public static boolean isFree(int port) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
