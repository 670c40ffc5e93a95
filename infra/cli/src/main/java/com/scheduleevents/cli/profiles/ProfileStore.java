package com.scheduleevents.cli.profiles;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.terminal.CommandFailure;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The profiles of a user, and their API keys. The profile that is added first is the default one. */
public final class ProfileStore {

    private static final String PROFILES = "profiles";
    private static final String DEFAULT = "default";
    private static final String API = "api";
    private static final String KEY = "key";

    private final ProfileFile file;
    private final Optional<Keychain> keychain;

    /** The profiles in {@code clinic-events} below {@code XDG_CONFIG_HOME}, by default {@code .config} of the home directory. */
    public ProfileStore(ProcessContext context) {
        Path configuration = context.variable("XDG_CONFIG_HOME")
                .map(Path::of)
                .or(() -> context.variable("HOME").map(home -> Path.of(home, ".config")))
                .orElseGet(() -> context.home().resolve(".config"));
        this.file = new ProfileFile(configuration.resolve("clinic-events").resolve("profiles.json"));
        this.keychain = Keychain.of(context);
    }

    /** All profiles, in the order in which they were added. */
    public List<Profile> all() {
        return file.read()
                .path(PROFILES)
                .propertyStream()
                .map(entry -> profile(entry.getKey(), entry.getValue()))
                .toList();
    }

    /** Finds a profile. */
    public Optional<Profile> find(String name) {
        return all().stream().filter(profile -> profile.name().equals(name)).findFirst();
    }

    /** Requires that a profile exists. */
    public Profile require(String name) {
        return find(name)
                .orElseThrow(() -> new CommandFailure("There is no profile " + name
                        + "; add it: clinic-events profiles add " + name + " --api URL."));
    }

    /** The profile that is used when none is named. */
    public Optional<Profile> byDefault() {
        return Optional.of(file.read().path(DEFAULT).asText()).flatMap(this::find);
    }

    /** The API key of a profile. */
    public String key(Profile profile) {
        return profile.key()
                .or(() -> keychain.flatMap(chain -> chain.find(profile.name())))
                .orElseThrow(() -> new CommandFailure("The key of the profile " + profile.name() + " is not in "
                        + keychain.map(Keychain::name).orElse("a keychain")
                        + ": unlock the keychain, or add the profile again."));
    }

    /**
     * Adds a profile, or replaces it.
     *
     * @param fileOnly whether the key is to be in the file although there is a keychain
     * @return where the key is now
     */
    public String add(String name, URI api, String key, boolean fileOnly) {
        Optional<Keychain> chosen = keychain.filter(_ -> !fileOnly);
        chosen.filter(chain -> !chain.store(name, key)).ifPresent(chain -> {
            throw new CommandFailure(chain.name()
                    + " did not take the key: unlock it, or keep the key in a private file with --in-file.");
        });
        ObjectNode content = file.read();
        ObjectNode entry = content.withObjectProperty(PROFILES).putObject(name).put(API, api.toString());
        if (chosen.isEmpty()) {
            entry.put(KEY, key);
            keychain.ifPresent(chain -> chain.remove(name));
        }
        if (content.path(DEFAULT).isMissingNode()) {
            content.put(DEFAULT, name);
        }
        file.write(content);
        return chosen.map(Keychain::name).orElseGet(() -> file.path() + ", which only you can read");
    }

    /** Makes a profile the default one. */
    public void makeDefault(String name) {
        require(name);
        file.write(file.read().put(DEFAULT, name));
    }

    /** Removes a profile and its key. */
    public void remove(String name) {
        require(name);
        keychain.ifPresent(chain -> chain.remove(name));
        ObjectNode content = file.read();
        content.withObjectProperty(PROFILES).remove(name);
        if (content.path(DEFAULT).asText().equals(name)) {
            content.remove(DEFAULT);
        }
        file.write(content);
    }

    private static Profile profile(String name, JsonNode entry) {
        return new Profile(
                name,
                URI.create(entry.path(API).asText()),
                Optional.of(entry.path(KEY)).filter(JsonNode::isTextual).map(JsonNode::textValue));
    }
}
