package com.scheduleevents.cli.apply;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.scheduleevents.terminal.CommandFailure;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** A new file with the signing secrets of new webhooks, an object of JSON on each line, which its owner alone can read. */
final class SecretsFile implements AutoCloseable {

    private final Path path;
    private final SeekableByteChannel channel;

    private SecretsFile(Path path, SeekableByteChannel channel) {
        this.path = path;
        this.channel = channel;
    }

    /** @throws CommandFailure when something of that name exists */
    static void requireNew(Path path) {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new CommandFailure(path + " exists already: name a new file for the secrets. Nothing was changed.");
        }
    }

    /** Creates the file, before there are secrets that could be lost. */
    static SecretsFile create(Path path) {
        try {
            return new SecretsFile(
                    path,
                    Files.newByteChannel(
                            path,
                            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))));
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(
                    path + " exists already: name a new file for the secrets. Nothing was changed.", e);
        } catch (UnsupportedOperationException e) {
            throw new CommandFailure(
                    "The file system of " + path
                            + " has no permissions that keep secrets private: name a file on another"
                            + " one. Nothing was changed.",
                    e);
        } catch (IOException e) {
            throw new CommandFailure(path + " cannot be written: check its directory. Nothing was changed.", e);
        }
    }

    /** Writes the secret of a webhook, before the next one is made. */
    void write(String externalId, String webhook, String secret) {
        String line = JsonNodeFactory.instance
                        .objectNode()
                        .put(WebhookFile.EXTERNAL_ID, externalId)
                        .put("webhook_id", webhook)
                        .put("secret", secret)
                + "\n";
        ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw new CommandFailure(
                    path + " could not be written, and the secret of " + externalId
                            + " is lost: clinic-events webhooks rotate " + webhook
                            + " --expires-in 0 prints another one.",
                    e);
        }
    }

    /** Leaves no empty file behind. */
    @Override
    public void close() {
        try (channel) {
            if (channel.size() == 0) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new CommandFailure(path + " could not be closed: check what it has.", e);
        }
    }
}
