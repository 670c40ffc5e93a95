package com.scheduleevents.emulator.kms;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** AES-256 keys by id. */
final class MasterKeyRing {

    static final String ARN_PREFIX = "arn:aws:kms:us-east-1:000000000000:key/";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int KEY_BYTES = 32;

    private final Map<String, byte[]> keys;

    private MasterKeyRing(Map<String, byte[]> keys) {
        this.keys = Map.copyOf(keys);
    }

    /**
     * Creates the keys that the file lacks, and stores them in it.
     *
     * @param file a JSON object: id → base64
     */
    static MasterKeyRing of(Set<String> ids, Optional<Path> file, SecureRandom random) {
        Map<String, byte[]> keys = new TreeMap<>(file.map(MasterKeyRing::read).orElseGet(Map::of));
        for (String id : ids) {
            keys.computeIfAbsent(id, made -> random(random));
        }
        file.ifPresent(path -> write(path, keys));
        return new MasterKeyRing(keys);
    }

    /** @param name an id or an ARN */
    MasterKey get(String name) throws KmsError {
        String id = name.startsWith(ARN_PREFIX) ? name.substring(ARN_PREFIX.length()) : name;
        byte[] key = keys.get(id);
        if (key == null) {
            throw new KmsError("NotFoundException", "Key '" + name + "' does not exist");
        }
        return new MasterKey(id, key);
    }

    private static byte[] random(SecureRandom random) {
        byte[] key = new byte[KEY_BYTES];
        random.nextBytes(key);
        return key;
    }

    private static Map<String, byte[]> read(Path file) {
        if (!Files.exists(file)) {
            return Map.of();
        }
        try {
            Map<String, byte[]> keys = new TreeMap<>();
            JSON.readValue(file.toFile(), new TypeReference<Map<String, String>>() {})
                    .forEach((id, key) -> keys.put(id, Base64.getDecoder().decode(key)));
            return keys;
        } catch (IOException | IllegalArgumentException damaged) {
            throw new IllegalStateException(
                    "The key service cannot read " + file
                            + ". What its keys encrypted is lost with it: delete the whole"
                            + " data directory to begin anew.",
                    damaged);
        }
    }

    private static void write(Path file, Map<String, byte[]> keys) {
        Map<String, String> encoded = new TreeMap<>();
        keys.forEach((id, key) -> encoded.put(id, Base64.getEncoder().encodeToString(key)));
        try {
            JSON.writeValue(file.toFile(), encoded);
        } catch (IOException failed) {
            throw new UncheckedIOException("The key service cannot write " + file + ".", failed);
        }
    }
}
