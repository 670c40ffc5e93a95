package com.scheduleevents.emulator.kms;

import com.scheduleevents.emulator.http.LoopbackServer;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;

/** KMS on 127.0.0.1, with the keys that a template declares. */
public final class KmsService implements AutoCloseable {

    /** Far above what KMS takes, 4 KB of plaintext. */
    private static final int MAX_BODY = 64 * 1024;

    private final LoopbackServer server;

    /**
     * Starts to listen.
     *
     * @param keyIds the keys that there are; callers name them by id, or by an ARN that ends with it
     * @param data directory that keeps the master keys over a restart; empty: they go with the process
     * @param port 0 takes a free one
     * @throws com.scheduleevents.emulator.http.PortOccupied when another process listens there
     */
    public KmsService(Set<String> keyIds, Optional<Path> data, int port) {
        this(keyIds, data, port, new SecureRandom());
    }

    KmsService(Set<String> keyIds, Optional<Path> data, int port, SecureRandom random) {
        MasterKeys keys = MasterKeys.of(keyIds, data.map(directory -> directory.resolve("keys.json")), random);
        this.server = LoopbackServer.start("key service", port, MAX_BODY, new KmsCalls(keys, random));
    }

    /** The endpoint for the SDK. */
    public URI address() {
        return server.address();
    }

    /** The ARN that stands for a key in function environments, such as a template's {@code !GetAtt Key.Arn}. */
    public static String arn(String keyId) {
        return MasterKeys.ARN_PREFIX + keyId;
    }

    @Override
    public void close() {
        server.close();
    }
}
