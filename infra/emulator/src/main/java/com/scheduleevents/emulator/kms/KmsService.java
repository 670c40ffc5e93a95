package com.scheduleevents.emulator.kms;

import com.scheduleevents.emulator.http.LoopbackServer;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;

/** Emulates KMS on 127.0.0.1, with the keys that a template declares. */
public final class KmsService implements AutoCloseable {

    /** Far above KMS's limit of 4 KB of plaintext. */
    private static final int MAX_BODY = 64 * 1024;

    private final LoopbackServer server;

    /**
     * Starts to listen.
     *
     * @param keyIds the ids of the keys; callers use the id, or an ARN that ends with it
     * @param data the directory that stores the master keys; empty: they are kept in memory
     * @param port 0 for a free one
     * @throws com.scheduleevents.emulator.http.PortOccupied when another process listens there
     */
    public KmsService(Set<String> keyIds, Optional<Path> data, int port) {
        this(keyIds, data, port, new SecureRandom());
    }

    KmsService(Set<String> keyIds, Optional<Path> data, int port, SecureRandom random) {
        MasterKeyRing keys = MasterKeyRing.of(keyIds, data.map(directory -> directory.resolve("keys.json")), random);
        this.server = LoopbackServer.start("key service", port, MAX_BODY, new KmsCalls(keys, random));
    }

    /** The endpoint for the SDK. */
    public URI url() {
        return server.url();
    }

    /** The ARN of a key, the value of {@code !GetAtt Key.Arn} in a template. */
    public static String arn(String keyId) {
        return MasterKeyRing.ARN_PREFIX + keyId;
    }

    @Override
    public void close() {
        server.close();
    }
}
