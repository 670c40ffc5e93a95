package com.scheduleevents.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * Where the parts listen on 127.0.0.1.
 *
 * @param api the REST API
 * @param mailbox the mailbox, which is also SES
 * @param receiver the demo receiver
 * @param dynamoDb DynamoDB Local
 * @param sqs ElasticMQ
 */
public record Ports(int api, int mailbox, int receiver, int dynamoDb, int sqs) {

    private static final int COUNT = 5;
    private static final int LOWEST_FREE = 15_000;
    private static final int HIGHEST_FREE = 30_000;
    private static final int TRIES = 100;

    /**
     * The API's port and the four after it.
     *
     * @param first 0: five that are free
     * @throws IllegalStateException when one of them is in use
     */
    public static Ports from(int first) {
        List<Integer> ports = first == 0 ? free() : consecutive(first);
        return new Ports(ports.get(0), ports.get(1), ports.get(2), ports.get(3), ports.get(4));
    }

    private static List<Integer> consecutive(int first) {
        if (first < 0 || first > 65_535 - COUNT) {
            throw new IllegalArgumentException("The port " + first + " is none: choose one from 1 to 65530, or 0.");
        }
        List<Integer> ports = new ArrayList<>();
        for (int port = first; port < first + COUNT; port++) {
            requireFree(port, first);
            ports.add(port);
        }
        return ports;
    }

    private static void requireFree(int port, int first) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
        } catch (IOException e) {
            throw new IllegalStateException(
                    "Port " + port + " is in use (the local cloud takes " + first + " to " + (first + COUNT - 1)
                            + "). End the program that listens there, or choose others with -Dport=9000; -Dport=0 takes free ones.",
                    e);
        }
    }

    /**
     * Five in a row, below the range that systems take the ports of outgoing connections from: a free port of that range may
     * be somebody's a moment later.
     */
    private static List<Integer> free() {
        RandomGenerator random = RandomGenerator.getDefault();
        for (int tries = 0; tries < TRIES; tries++) {
            int first = random.nextInt(LOWEST_FREE, HIGHEST_FREE);
            if (IntStream.range(first, first + COUNT).allMatch(Ports::isFree)) {
                return IntStream.range(first, first + COUNT).boxed().toList();
            }
        }
        throw new IllegalStateException("No free ports on 127.0.0.1.");
    }

    private static boolean isFree(int port) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
