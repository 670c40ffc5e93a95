package com.scheduleevents.benchmark.speed;

import java.nio.file.Path;
import java.util.List;

/** How the process of a function is started. */
enum StartMode {

    /** As Lambda's managed runtime does it: the function's package is unpacked, and a class loader of the runtime's own reads it. */
    AS_STARTED,

    /** The same up to where Lambda takes the snapshot, after priming; only what follows is measured. */
    PRIMED,

    /** With an archive of the classes that a start before loaded. The function's jar has to be on the class path, as in an image of one's own. */
    APP_CDS,

    /** With what the JDK's ahead-of-time cache kept of a start before: classes, loaded and linked, and profiles. */
    AOT_CACHE;

    /** Whether the function's jar is on the class path of the JVM. */
    boolean needsJar() {
        return this == APP_CDS || this == AOT_CACHE;
    }

    /** What {@code AWS_LAMBDA_INITIALIZATION_TYPE} says. */
    String initialization() {
        return this == PRIMED ? "snap-start" : "on-demand";
    }

    /** The options of the start before, which makes the archive or the cache when the process ends. */
    List<String> training(Path archive) {
        return switch (this) {
            case APP_CDS -> List.of("-XX:ArchiveClassesAtExit=" + archive);
            case AOT_CACHE -> List.of("-XX:AOTCacheOutput=" + archive);
            case AS_STARTED, PRIMED -> List.of();
        };
    }

    /** The options of a start that uses it. */
    List<String> using(Path archive) {
        return switch (this) {
            case APP_CDS -> List.of("-XX:SharedArchiveFile=" + archive);
            case AOT_CACHE -> List.of("-XX:AOTCache=" + archive);
            case AS_STARTED, PRIMED -> List.of();
        };
    }
}
