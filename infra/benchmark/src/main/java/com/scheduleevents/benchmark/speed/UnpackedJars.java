package com.scheduleevents.benchmark.speed;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Functions' packages, unpacked as Lambda does, once for all functions of a jar. */
final class UnpackedJars {

    private final Path directory;
    private final Map<Path, Path> unpacked = new HashMap<>();

    /** @param directory empty */
    UnpackedJars(Path directory) {
        this.directory = directory;
    }

    Path of(Path jar) throws IOException {
        if (!unpacked.containsKey(jar)) {
            unpacked.put(jar, unpack(jar));
        }
        return unpacked.get(jar);
    }

    private Path unpack(Path jar) throws IOException {
        Path to = directory.resolve(jar.getFileName().toString().replace(".jar", ""));
        try (FileSystem zip = FileSystems.newFileSystem(jar);
                Stream<Path> files = Files.walk(zip.getPath("/"))) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path target = to.resolve(file.toString().substring(1));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
        return to;
    }
}
