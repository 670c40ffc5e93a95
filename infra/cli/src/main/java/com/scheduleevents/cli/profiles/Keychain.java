package com.scheduleevents.cli.profiles;

import com.scheduleevents.cli.process.ProcessContext;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The keychain of the operating system, through its command-line tool. It stores one API key for each profile. */
public sealed interface Keychain permits MacKeychain, LinuxKeyring {

    /** Under which name the keys are stored. */
    String SERVICE = "clinic-events";

    /** What people call it. */
    String name();

    /**
     * Stores the key of a profile in place of an earlier one.
     *
     * @return whether it is stored; not when the keychain is locked, or cannot be reached from this session
     */
    boolean store(String profile, String key);

    /** The key of a profile; empty when there is none, or the keychain is locked. */
    Optional<String> find(String profile);

    /** Removes the key of a profile; idempotent. */
    void remove(String profile);

    /** The keychain of this system; empty where its tool is not installed. */
    static Optional<Keychain> of(ProcessContext context) {
        return switch (context.system()) {
            case "Mac OS X" -> tool(context, "security").map(MacKeychain::new);
            case "Linux" -> tool(context, "secret-tool").map(LinuxKeyring::new);
            default -> Optional.empty();
        };
    }

    private static Optional<Path> tool(ProcessContext context, String name) {
        return context.variable("PATH").stream()
                .flatMap(path -> Stream.of(path.split(Pattern.quote(File.pathSeparator), -1)))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
