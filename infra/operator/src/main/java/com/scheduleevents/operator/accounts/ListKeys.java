package com.scheduleevents.operator.accounts;

import com.scheduleevents.aws.accounts.IssuedKeys.IssuedKey;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.operator.output.Answer;
import java.util.List;
import picocli.CommandLine.Command;

/** Lists an account's API keys. */
@Command(name = "list", description = "An account's API keys, revoked ones too; never their secrets.")
final class ListKeys extends AccountWork {

    @Override
    void run(Tenants tenants, AccountId account, Answer answer) {
        answer.table(
                List.of("key", "label", "scopes", "clinics", "revoked"),
                tenants.keys().of(account).stream().map(key -> row(tenants, key)).toList(),
                "No keys.");
    }

    private static List<Object> row(Tenants tenants, IssuedKey key) {
        return List.of(
                key.id().value(),
                key.label().orElse(""),
                key.grant().map(ListKeys::scopes).orElse(List.of()),
                key.grant().map(grant -> clinics(tenants, grant)).orElse(""),
                key.revokedAt().map(Object::toString).orElse(""));
    }

    private static List<String> scopes(Caller grant) {
        return grant.scopes().stream().map(Scope::wireName).sorted().toList();
    }

    private static Object clinics(Tenants tenants, Caller grant) {
        return grant.seesAllClinics() ? "all" : Tenants.sorted(tenants.reader().clinicsOf(grant.key()));
    }
}
