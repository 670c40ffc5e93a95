package com.scheduleevents.domain.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.scheduleevents.domain.error.ApiException;
import com.scheduleevents.domain.error.ErrorCode;
import com.scheduleevents.testkit.memory.InMemoryAccounts;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClinicAccessTest {

    private static final AccountId ACCOUNT = new AccountId("acc_1");
    private static final ApiKeyId LISTED = new ApiKeyId("key_listed");
    private static final ApiKeyId ALL = new ApiKeyId("key_all");

    private final ClinicAccess access = new ClinicAccess(new InMemoryAccounts()
            .with(ACCOUNT, "owner@example.com", Set.of(new ClinicId("cln_a"), new ClinicId("cln_b")))
            .with(new AccountId("acc_2"), "other@example.com", Set.of(new ClinicId("cln_foreign")))
            .with(LISTED, Set.of(new ClinicId("cln_a"))));

    @ParameterizedTest
    @CsvSource({
        "key_all, cln_a, true",
        "key_all, cln_b, true",
        "key_all, cln_foreign, false",
        "key_all, cln_unknown, false",
        "key_listed, cln_a, true",
        "key_listed, cln_b, false",
        "key_listed, cln_foreign, false",
    })
    void aKeySeesItsClinicsAndNoOthers(String key, String clinic, boolean sees) {
        Caller caller = new Caller(ACCOUNT, new ApiKeyId(key), Set.of(), key.equals(ALL.value()));
        ClinicId id = new ClinicId(clinic);
        assertThat(access.sees(caller, id)).isEqualTo(sees);
        if (!sees) {
            assertThatThrownBy(() -> access.require(caller, id)).isInstanceOfSatisfying(ApiException.class, e -> {
                assertThat(e.code()).isEqualTo(ErrorCode.CLINIC_NOT_ALLOWED);
                assertThat(e.param()).isEqualTo("clinic_id");
            });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "all, all, true",
        "all, cln_a, true",
        "cln_a, all, false",
        "cln_a, cln_a, true",
        "cln_a cln_b, cln_a, true",
        "cln_a, cln_a cln_b, false",
        "cln_a, '', true",
    })
    void aSetHoldsAnotherOnlyWhenItHoldsItLaterToo(String outer, String inner, boolean holds) {
        assertThat(clinics(outer).containsAll(clinics(inner))).isEqualTo(holds);
    }

    private static Clinics clinics(String text) {
        if (text.equals("all")) {
            return new Clinics.All();
        }
        return new Clinics.Listed(Arrays.stream(text.split(" "))
                .filter(id -> !id.isEmpty())
                .map(ClinicId::new)
                .collect(Collectors.toSet()));
    }
}
