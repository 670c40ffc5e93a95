package com.scheduleevents.cli.commands;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.api.QueryString;
import com.scheduleevents.cli.api.RequestTime;
import com.scheduleevents.cli.output.Column;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.output.WrongUsage;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on API keys. */
@Command(name = "keys", description = ApiKeyCommands.SUMMARY, addMethodSubcommands = false)
public final class ApiKeyCommands {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Lists, issues and revokes API keys of the account. Needs the scope keys:write.";

    private static final String KEY = "The id of the key, key_…; never its secret.";

    private static final List<Column> COLUMNS = List.of(
            Column.of("key", "/id"),
            Column.of("label", "/description"),
            Column.of("scopes", "/scopes"),
            Column.limits("clinics", "/clinic_ids"),
            Column.of("created", "/created_at"),
            Column.of("expires", "/expires_at"),
            Column.of("last used", "/last_used_on"));

    @Command(name = "list", description = "Lists the account's API keys, newest first; never their secrets.")
    void list(@Mixin ConnectionOptions connection, @Mixin ResultPrinter output, @Mixin ListOptions options) {
        try (ApiSession api = connection.open()) {
            output.list(COLUMNS, options.read(api, ApiSession.path("api_keys"), QueryString.NONE, output), "No keys.");
        }
    }

    @Command(name = "get", description = "Shows an API key, without its secret.")
    void get(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Parameters(paramLabel = "KEY-ID", description = KEY) String key) {
        try (ApiSession api = connection.open()) {
            output.object(api.get(ApiSession.path("api_keys", key)));
        }
    }

    @Command(
            name = "issue",
            description = {
                "Issues an API key, and prints its secret, which cannot be shown again.",
                "It never has more than your key: its scopes and clinics are among yours, and it expires no later."
            })
    void issue(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Option(
                            names = {"--scope", "--scopes"},
                            required = true,
                            split = ",",
                            paramLabel = "SCOPE",
                            description = "What it may do, such as events:read,webhooks:read.")
                    Set<String> scopes,
            @Option(
                            names = {"--clinic", "--clinics"},
                            split = ",",
                            paramLabel = "CLINIC",
                            description = "A clinic that it sees; can be repeated.")
                    @Nullable
                    Set<String> clinics,
            @Option(names = "--all-clinics", description = "It sees all clinics of the account, later ones too.")
                    boolean allClinics,
            @Option(names = "--description", paramLabel = "TEXT", description = "A label for people.")
                    Optional<String> description,
            @Option(
                            names = "--expires-at",
                            paramLabel = "TIME",
                            converter = RequestTime.Converter.class,
                            description = "When it expires, such as 2026-12-31T00:00:00Z; by default with your key.")
                    Optional<RequestTime> expiresAt) {
        Set<String> listed = Arguments.given(clinics);
        if (allClinics != listed.isEmpty()) {
            throw new WrongUsage("Say which clinics the key sees: either --clinic, or --all-clinics.");
        }
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        description.ifPresent(text -> body.put("description", text));
        scopes.forEach(body.putArray("scopes")::add);
        if (allClinics) {
            body.putNull("clinic_ids");
        } else {
            listed.forEach(body.putArray("clinic_ids")::add);
        }
        expiresAt.ifPresent(time -> body.put("expires_at", time.text()));
        try (ApiSession api = connection.open()) {
            JsonNode key = api.postOnce(ApiSession.path("api_keys"), body);
            output.object(key);
            // Where the response with the secret was lost, that to the repeat says what to do.
            output.note(key.path("message")
                    .asText("The secret cannot be shown again: pass it on to the holder of the key now."));
        }
    }

    @Command(
            name = "revoke",
            description = {
                "Revokes an API key, which is final. Requests with it are refused within a minute.",
                "The keys that it issued and the webhooks that were registered with it stay unless the options say otherwise;",
                "both are listed."
            })
    void revoke(
            @Mixin ConnectionOptions connection,
            @Mixin ResultPrinter output,
            @Mixin Confirmation confirmation,
            @Option(
                            names = "--with-issued-keys",
                            description = "Revokes the keys that it issued too, and those that they issued.")
                    boolean withIssuedKeys,
            @Option(
                            names = "--with-webhooks",
                            description = "Disables the webhooks that were registered with a revoked key too.")
                    boolean withWebhooks,
            @Parameters(paramLabel = "KEY-ID", description = KEY) String key) {
        QueryString parameters = QueryString.NONE
                .with("with_issued_keys", Optional.of(true).filter(_ -> withIssuedKeys))
                .with("with_webhooks", Optional.of(true).filter(_ -> withWebhooks));
        try (ApiSession api = connection.open()) {
            confirmation.require("Revoke " + key + "?");
            output.object(api.delete(ApiSession.path("api_keys", key), parameters));
        }
    }
}
