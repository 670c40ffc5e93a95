package com.scheduleevents.local;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.tenants.AccountAdmin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The two accounts of the local cloud, whose API keys have all scopes.
 *
 * @param demo the secret of the account that owns cln_harbour, cln_oldtown and cln_station
 * @param other the secret of the account that owns cln_elsewhere
 */
record DemoAccounts(ApiKeySecret demo, ApiKeySecret other) {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FILE = "demo-api-keys.json";

    /**
     * Opens the accounts in the tables.
     *
     * @param data directory that stores the keys' secrets; empty: new ones are made
     */
    static DemoAccounts open(AccountAdmin admin, Optional<Path> data) throws IOException {
        DemoAccounts keys = secrets(data.map(directory -> directory.resolve(FILE)));
        open(admin, "acc_demo", "Demo account", List.of("cln_harbour", "cln_oldtown", "cln_station"), keys.demo());
        open(admin, "acc_other", "Other account", List.of("cln_elsewhere"), keys.other());
        return keys;
    }

    private static void open(AccountAdmin admin, String id, String name, List<String> clinics, ApiKeySecret secret) {
        AccountId account = new AccountId(id);
        String word = id.substring(AccountId.PREFIX.length());
        admin.openSandbox(account, "owner@" + word + ".example", name);
        clinics.forEach(clinic -> admin.addClinic(account, new ClinicId(clinic)));
        admin.issueKey(account, new ApiKeyId("key_" + word), Set.of(Scope.values()), new Clinics.All(), secret);
    }

    private static DemoAccounts secrets(Optional<Path> file) throws IOException {
        if (file.isPresent() && Files.exists(file.get())) {
            JsonNode kept = JSON.readTree(file.get().toFile());
            return new DemoAccounts(secret(kept, "demo", file.get()), secret(kept, "other", file.get()));
        }
        SecureRandom random = new SecureRandom();
        DemoAccounts made = new DemoAccounts(
                ApiKeySecret.mint(ApiKeySecret.Mode.TEST, random), ApiKeySecret.mint(ApiKeySecret.Mode.TEST, random));
        if (file.isPresent()) {
            ObjectNode kept = JSON.createObjectNode()
                    .put("demo", made.demo().reveal())
                    .put("other", made.other().reveal());
            Files.writeString(file.get(), kept.toString());
        }
        return made;
    }

    private static ApiKeySecret secret(JsonNode kept, String name, Path file) {
        return ApiKeySecret.parse(kept.path(name).asText())
                .orElseThrow(() -> new IllegalStateException(file + " is damaged: use an empty data directory."));
    }
}
