package com.scheduleevents.cli.profiles;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.terminal.CommandFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The file with the profiles. Only its owner may read it, because it has the keys that are in no keychain: it is written with mode 600, and
 * not read with any other mode that lets somebody else read or write it.
 *
 * @param path where it is
 */
record ProfileFile(Path path) {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    /** What it has; an empty object when there is no such file. */
    ObjectNode read() {
        if (!Files.exists(path)) {
            return JSON.createObjectNode();
        }
        try {
            requirePrivate();
            JsonNode read = JSON.readTree(path.toFile());
            if (read instanceof ObjectNode object) {
                return object;
            }
            throw new CommandFailure(path + " is damaged: delete it, and add your profiles again.");
        } catch (IOException e) {
            throw new CommandFailure(path + " cannot be read: check it, or delete it and add your profiles again.", e);
        }
    }

    /** Replaces what it has, in one step. */
    void write(ObjectNode content) {
        try {
            Path directory = path.resolveSibling("");
            Files.createDirectories(directory);
            Path next = Files.createTempFile(
                    directory, "profiles", ".next", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            Files.writeString(next, JSON.writeValueAsString(content) + "\n");
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (UnsupportedOperationException e) {
            throw new CommandFailure(
                    "This file system has no permissions that keep a key private: use the environment variables"
                            + " CLINIC_EVENTS_API and CLINIC_EVENTS_KEY instead.",
                    e);
        } catch (IOException e) {
            throw new CommandFailure(path + " cannot be written: check the permissions of its directory.", e);
        }
    }

    private void requirePrivate() throws IOException {
        if (!OWNER_ONLY.containsAll(Files.getPosixFilePermissions(path))) {
            throw new CommandFailure(
                    path + " has API keys and others can read it: make it private with chmod 600 " + path + ".");
        }
    }
}
