package com.scheduleevents.emulator.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.h2.store.fs.FileBaseDefault;
import org.h2.store.fs.FilePath;
import org.h2.store.fs.FilePathWrapper;

/**
 * The file of ElasticMQ's database, which notices that it cannot be written to, for instance because the disk is full. H2 writes in the
 * background and opens its file again after such a failure, so ElasticMQ goes on confirming messages that are not stored: the process has
 * to end.
 */
public final class WatchedFile extends FilePathWrapper {

    private static final String SCHEME = "watched";
    private static final String SUFFIX = ".mv.db";

    // H2 creates its paths by itself and tells them nothing but their names.
    private static final Map<String, CompletableFuture<String>> FAILURES = new ConcurrentHashMap<>();

    /** Used by H2. */
    public WatchedFile() {}

    /**
     * The URL of a database whose file is watched.
     *
     * @param path the absolute path of its file, without the suffix
     */
    static String url(String path) {
        FilePath.register(new WatchedFile());
        return "jdbc:h2:" + SCHEME + ":" + path;
    }

    /** What failed, once the file of the database of this path could not be written to. */
    static CompletableFuture<String> failure(String path) {
        return FAILURES.computeIfAbsent(path.replace('\\', '/'), _ -> new CompletableFuture<>());
    }

    @Override
    public String getScheme() {
        return SCHEME;
    }

    @Override
    public FileChannel open(String mode) throws IOException {
        return new Channel(getBase().open(mode), failure(getBase().toString().replace(SUFFIX, "")));
    }

    private static final class Channel extends FileBaseDefault {

        private final FileChannel file;
        private final CompletableFuture<String> failure;

        Channel(FileChannel file, CompletableFuture<String> failure) {
            this.file = file;
            this.failure = failure;
        }

        @Override
        public synchronized int write(ByteBuffer source, long position) throws IOException {
            try {
                return file.write(source, position);
            } catch (IOException e) {
                failure.complete(String.valueOf(e.getMessage()));
                throw e;
            }
        }

        @Override
        public synchronized int read(ByteBuffer target, long position) throws IOException {
            return file.read(target, position);
        }

        @Override
        public long size() throws IOException {
            return file.size();
        }

        @Override
        protected void implTruncate(long size) throws IOException {
            file.truncate(size);
        }

        @Override
        public void force(boolean metadata) throws IOException {
            file.force(metadata);
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) throws IOException {
            return file.tryLock(position, size, shared);
        }

        @Override
        protected void implCloseChannel() throws IOException {
            file.close();
        }
    }
}
