package com.scheduleevents.cli.profiles;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The keyring of a Linux desktop (Secret Service), through {@code secret-tool}.
 *
 * @param tool the program
 */
record LinuxKeyring(Path tool) implements Keychain {

    @Override
    public String name() {
        return "the keyring";
    }

    @Override
    public boolean store(String profile, String key) {
        String label = "--label=API key of " + SERVICE + ", profile " + profile;
        ToolRun.of(key, tool.toString(), "store", label, "service", SERVICE, "profile", profile);
        return find(profile).filter(key::equals).isPresent();
    }

    @Override
    public Optional<String> find(String profile) {
        return ToolRun.of("", tool.toString(), "lookup", "service", SERVICE, "profile", profile)
                .output();
    }

    @Override
    public void remove(String profile) {
        ToolRun.of("", tool.toString(), "clear", "service", SERVICE, "profile", profile);
    }
}
