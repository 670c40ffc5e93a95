package com.scheduleevents.local;

import com.scheduleevents.emulator.storage.FreePorts;
import java.util.ArrayList;
import java.util.List;

/**
 * The ports of the services on 127.0.0.1.
 *
 * @param api the REST API
 * @param mailbox the mailbox, which is also the SES endpoint
 * @param receiver the demo receiver
 * @param dynamoDb DynamoDB Local
 * @param sqs ElasticMQ
 */
public record LoopbackPorts(int api, int mailbox, int receiver, int dynamoDb, int sqs) {

    private static final int COUNT = 5;

    /**
     * The API's port and the four after it.
     *
     * @param first 0 for five free ones
     * @throws IllegalStateException when one of them is in use
     */
    public static LoopbackPorts from(int first) {
        List<Integer> ports = first == 0 ? FreePorts.consecutive(COUNT) : consecutive(first);
        return new LoopbackPorts(ports.get(0), ports.get(1), ports.get(2), ports.get(3), ports.get(4));
    }

    private static List<Integer> consecutive(int first) {
        if (first < 0 || first > 65_535 - COUNT) {
            throw new IllegalArgumentException("The port " + first + " is invalid: choose one from 1 to 65530, or 0.");
        }
        List<Integer> ports = new ArrayList<>();
        for (int port = first; port < first + COUNT; port++) {
            requireFree(port, first);
            ports.add(port);
        }
        return ports;
    }

    private static void requireFree(int port, int first) {
        if (!FreePorts.isFree(port)) {
            throw new IllegalStateException(
                    "Port " + port + " is in use (the local cloud takes " + first + " to "
                            + (first + COUNT - 1)
                            + "). End the program that listens there, or choose others with -Dport=9000; -Dport=0 takes free ones.");
        }
    }
}
