package com.scheduleevents.cli.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiKeyText;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ApiUrl;
import com.scheduleevents.cli.output.Column;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.cli.profiles.Profile;
import com.scheduleevents.cli.profiles.ProfileStore;
import com.scheduleevents.terminal.CommandFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on profiles. */
@Command(name = "profiles", description = ProfileCommands.SUMMARY, addMethodSubcommands = false)
public final class ProfileCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Stores the URL of an API and a key under a name, so that commands need neither.";

    private static final List<Column> COLUMNS = List.of(
            Column.of("profile", "/profile"),
            Column.of("api", "/api"),
            Column.of("key in", "/key_in"),
            Column.of("default", "/default"));

    private static final String NAME = "The name of the profile.";

    private final ProcessContext context;

    /** Asks at the terminal of this process. */
    public ProfileCommands(ProcessContext context) {
        this.context = context;
    }

    @Command(
            name = "add",
            description = {
                "Adds a profile, or replaces it. It asks for the API key, or reads it from standard input, and tries it out.",
                "The key is kept in the keychain of the operating system, where there is one, or in a file that only you can"
                        + " read. The first profile is the default one."
            })
    void add(
            @Mixin ResultPrinter output,
            @Parameters(paramLabel = "NAME", description = NAME) String name,
            @Option(names = "--api", required = true, paramLabel = "URL", description = "The URL of the API.")
                    String api,
            @Option(names = "--in-file", description = "Keep the key in the file even if there is a keychain.")
                    boolean inFile) {
        URI url = ApiUrl.parse(api);
        String key = key();
        JsonNode account = account(url, key);
        String place = new ProfileStore(context).add(name, url, key, inFile);
        output.object(JsonNodeFactory.instance
                .objectNode()
                .put("profile", name)
                .put("api", url.toString())
                .put("account", account.path("name").asText())
                .put("key_in", place));
    }

    @Command(name = "list", description = "Lists the profiles; never their keys.")
    void list(@Mixin ResultPrinter output) {
        ProfileStore profiles = new ProfileStore(context);
        Optional<Profile> chosen = profiles.byDefault();
        output.list(
                COLUMNS,
                profiles.all().stream()
                        .<JsonNode>map(profile -> row(profile, chosen.equals(Optional.of(profile))))
                        .toList(),
                "No profiles.");
    }

    @Command(name = "use", description = "Makes a profile the default one.")
    void use(@Mixin ResultPrinter output, @Parameters(paramLabel = "NAME", description = NAME) String name) {
        new ProfileStore(context).makeDefault(name);
        output.note(name + " is the default profile.");
    }

    @Command(name = "remove", description = "Removes a profile and its key from this machine. The key stays valid.")
    void remove(@Mixin ResultPrinter output, @Parameters(paramLabel = "NAME", description = NAME) String name) {
        new ProfileStore(context).remove(name);
        output.note(name + " is removed.");
    }

    private static ObjectNode row(Profile profile, boolean isDefault) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("profile", profile.name())
                .put("api", profile.api().toString())
                .put("key_in", profile.key().isPresent() ? "file" : "keychain")
                .put("default", isDefault);
    }

    private JsonNode account(URI url, String key) {
        try (ApiSession api = new ApiSession(url, key, context.pause())) {
            return api.get(ApiSession.path("account"));
        }
    }

    private String key() {
        String key = context.terminal().isInteractive()
                ? context.terminal().secret("API key: ").orElse("")
                : input();
        return ApiKeyText.parse(key);
    }

    private String input() {
        try {
            return new String(context.input().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new CommandFailure("The API key cannot be read from standard input.", e);
        }
    }
}
