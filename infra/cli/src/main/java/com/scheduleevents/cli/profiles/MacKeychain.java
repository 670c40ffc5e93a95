package com.scheduleevents.cli.profiles;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The keychain of macOS, through {@code security}.
 *
 * @param tool the program
 */
record MacKeychain(Path tool) implements Keychain {

    @Override
    public String name() {
        return "the macOS keychain";
    }

    /** The key is part of a command on standard input, because other users can see the arguments of a process. */
    @Override
    public boolean store(String profile, String key) {
        String command = "add-generic-password -U -s " + SERVICE + " -a " + profile + " -w " + key + "\n";
        ToolRun.of(command, tool.toString(), "-i");
        return find(profile).filter(key::equals).isPresent();
    }

    @Override
    public Optional<String> find(String profile) {
        return ToolRun.of("", tool.toString(), "find-generic-password", "-s", SERVICE, "-a", profile, "-w")
                .output();
    }

    @Override
    public void remove(String profile) {
        ToolRun.of("", tool.toString(), "delete-generic-password", "-s", SERVICE, "-a", profile);
    }
}
