package com.scheduleevents.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.AccountState;
import com.scheduleevents.domain.account.AccountTerms;
import com.scheduleevents.domain.account.Accounts;
import com.scheduleevents.domain.account.ApiKey;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ApiKeySecret.Mode;
import com.scheduleevents.domain.account.ApiKeyStore;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Grant;
import com.scheduleevents.domain.account.KeyUses;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Origin;
import com.scheduleevents.domain.account.Scope;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The contract of {@link Accounts} with {@link ApiKeyStore} and {@link KeyUses}. */
public abstract class ApiKeyStoreContract {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");
    private static final ClinicId HARBOUR = new ClinicId("cln_harbour");
    private static final ClinicId OLDTOWN = new ClinicId("cln_oldtown");
    private static final ClinicId OTHER = new ClinicId("cln_other");

    private final AccountId account = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final AccountId other = new AccountId("acc_" + Long.toHexString(RANDOM.nextLong()));
    private final ApiKeySecret secret = ApiKeySecret.mint(Mode.TEST, RANDOM);

    /** Other tests have keys of the same names in the same table. */
    private final String unique = Long.toHexString(RANDOM.nextLong());

    /** The accounts, without the new ones. */
    protected abstract Accounts accounts();

    /** Their keys. */
    protected abstract ApiKeyStore keys();

    /** The days on which the keys were used. */
    protected abstract KeyUses uses();

    /** The id of a key of this test. */
    protected final ApiKeyId id(String name) {
        return new ApiKeyId("key_" + unique + name);
    }

    /** Opens an account. */
    protected abstract void open(AccountId account, String ownerEmail, Set<ClinicId> clinics);

    @Test
    void accountHasItsOwnerAndItsClinicsAlone() {
        open(account, "owner@example.com", Set.of(HARBOUR, OLDTOWN));

        assertThat(accounts().ownerEmail(account)).contains("owner@example.com");
        assertThat(accounts().state(account)).contains(AccountState.ACTIVE);
        assertThat(accounts().name(account)).isPresent();
        assertThat(accounts().clinicsOf(account)).containsExactlyInAnyOrder(HARBOUR, OLDTOWN);
        assertThat(accounts().hasClinic(account, HARBOUR)).isTrue();
        assertThat(accounts().hasClinic(account, OTHER)).isFalse();
        assertThat(accounts().clinicsAmong(account, Set.of(OLDTOWN, OTHER))).containsExactly(OLDTOWN);
    }

    @Test
    void missingAccountHasNothing() {
        assertThat(accounts().ownerEmail(other)).isEmpty();
        assertThat(accounts().name(other)).isEmpty();
        assertThat(accounts().state(other)).isEmpty();
        assertThat(accounts().terms(other)).isEmpty();
        assertThat(accounts().clinicsOf(other)).isEmpty();
        assertThat(accounts().hasClinic(other, HARBOUR)).isFalse();
        assertThat(accounts().grantOf(secret.fingerprint())).isEmpty();
        assertThat(keys().issue(
                                key(other, "a", new Clinics.All()),
                                secret,
                                new AccountTerms(Optional.empty(), Optional.empty(), 0)))
                .isFalse();
    }

    @Test
    void findReturnsAKeyAsItWasIssued() {
        open(account, "owner@example.com", Set.of(HARBOUR, OLDTOWN));
        NewApiKey issued = new NewApiKey(
                account,
                id("a"),
                Optional.of("Key a"),
                Set.of(Scope.EVENTS_READ),
                new Clinics.Listed(Set.of(HARBOUR)),
                NOW,
                Optional.of(NOW.plusSeconds(60)));
        issue(issued, secret);

        ApiKey found = keys().find(account, issued.id()).orElseThrow();

        assertThat(found.label()).contains("Key a");
        assertThat(found.createdAt()).isEqualTo(NOW);
        assertThat(found.revokedAt()).isEmpty();
        assertThat(found.grant())
                .isPresent()
                .isEqualTo(accounts().grantOf(secret.fingerprint()))
                .isEqualTo(accounts().grantOf(account, issued.id()));
        assertThat(accounts().grantOf(other, issued.id())).isEmpty();
        assertThat(grant().caller().expiresAt()).contains(NOW.plusSeconds(60));
        assertThat(grant().caller().seesAllClinics()).isFalse();
        assertThat(accounts().clinicsOf(issued.id())).containsExactly(HARBOUR);
        assertThat(accounts().keyHasClinic(issued.id(), HARBOUR)).isTrue();
        assertThat(accounts().keyHasClinic(issued.id(), OLDTOWN)).isFalse();
        assertThat(accounts().keyClinicsAmong(issued.id(), Set.of(HARBOUR, OLDTOWN)))
                .containsExactly(HARBOUR);
        assertThat(keys().find(other, issued.id())).isEmpty();
    }

    @Test
    void newestFirstListsKeysInPagesWithoutTheRevoked() {
        open(account, "owner@example.com", Set.of());
        List.of("a", "b", "c", "d", "e")
                .forEach(name -> issue(key(account, name, new Clinics.All()), ApiKeySecret.mint(Mode.TEST, RANDOM)));
        keys().revoke(account, id("d"), Origin.operator(NOW));

        assertThat(ids(keys().newestFirst(account, Optional.empty(), 2)))
                .containsExactly(id("e").value(), id("c").value());
        assertThat(ids(keys().newestFirst(account, Optional.of(id("c")), 9)))
                .containsExactly(id("b").value(), id("a").value());
        assertThat(ids(keys().newestFirst(account, Optional.of(id("bb")), 9)))
                .containsExactly(id("b").value(), id("a").value());
        assertThat(keys().newestFirst(other, Optional.empty(), 9)).isEmpty();
        assertThat(ids(keys().all(account)))
                .containsExactly(id("a").value(), id("b").value(), id("c").value(), id("d").value(), id("e").value());
        assertThat(keys().all(other)).isEmpty();
        assertThat(keys().count(account)).isEqualTo(4);
    }

    @Test
    void issueFailsWhenAKeyWasIssuedSinceTheCount() {
        open(account, "owner@example.com", Set.of());
        AccountTerms read = accounts().terms(account).orElseThrow();

        assertThat(keys().issue(key(account, "a", new Clinics.All()), secret, read))
                .isTrue();
        assertThat(keys().issue(key(account, "b", new Clinics.All()), ApiKeySecret.mint(Mode.TEST, RANDOM), read))
                .isFalse();
        assertThat(keys().count(account)).isEqualTo(1);
    }

    /** What a key does while it is revoked depends on it. */
    @Test
    void issueFailsWhenAKeyWasRevokedSinceTheTermsWereRead() {
        open(account, "owner@example.com", Set.of());
        issue(key(account, "a", new Clinics.All()), secret);
        AccountTerms read = accounts().terms(account).orElseThrow().withRoomFor(AccountTerms.LAST_PLACES + 1);
        keys().revoke(account, id("a"), Origin.operator(NOW));

        assertThat(keys().issue(key(account, "b", new Clinics.All()), ApiKeySecret.mint(Mode.TEST, RANDOM), read))
                .isFalse();
        assertThat(keys().find(account, id("b"))).isEmpty();
    }

    @Test
    void issuedKeySaysWhichKeyIssuedIt() {
        open(account, "owner@example.com", Set.of());
        Origin parent = new Origin(Origin.Type.API_KEY, Optional.of(id("p")), Optional.of("r-1"), NOW);
        issue(
                new NewApiKey(
                        account,
                        id("a"),
                        Optional.empty(),
                        Set.of(Scope.EVENTS_READ),
                        new Clinics.All(),
                        NOW,
                        Optional.empty(),
                        Optional.empty(),
                        parent),
                secret);

        assertThat(keys().find(account, id("a")).orElseThrow().createdBy()).contains(id("p"));
    }

    @Test
    void keysOfTheServiceAreCountedApartUntilTheyExpireOrAreRevoked() {
        open(account, "owner@example.com", Set.of(HARBOUR));
        issue(key(account, "own", new Clinics.All()), secret);
        // Not in the past: the table deletes what has expired.
        Instant end = Instant.parse("2100-01-01T00:00:00Z");
        for (String name : List.of("a", "b")) {
            issue(
                    new NewApiKey(
                            account,
                            id(name),
                            Optional.empty(),
                            Set.of(Scope.WEBHOOKS_READ),
                            new Clinics.Listed(Set.of(HARBOUR)),
                            NOW,
                            Optional.of(end),
                            Optional.empty(),
                            Origin.service(NOW)),
                    ApiKeySecret.mint(Mode.LIVE, RANDOM));
        }

        assertThat(keys().count(account)).isEqualTo(1);
        assertThat(keys().countOfService(account, end.minusSeconds(1))).isEqualTo(2);
        assertThat(keys().countOfService(account, end)).isZero();
        assertThat(keys().countOfService(other, NOW)).isZero();
        assertThat(ids(keys().newestFirst(account, Optional.empty(), 9)))
                .containsExactly(id("own").value(), id("b").value(), id("a").value());
        assertThat(accounts().keyHasClinic(id("a"), HARBOUR)).isTrue();
        keys().revoke(account, id("a"), Origin.operator(NOW));
        assertThat(keys().countOfService(account, NOW)).isEqualTo(1);
        assertThat(keys().count(account)).isEqualTo(1);
    }

    @Test
    void revokedKeyIsNotFoundAndStaysRevoked() {
        open(account, "owner@example.com", Set.of());
        issue(key(account, "a", new Clinics.All()), secret);
        ApiKeyId id = id("a");

        assertThat(keys().revoke(other, id, Origin.operator(NOW))).isFalse();
        assertThat(keys().revoke(account, id, Origin.operator(NOW))).isTrue();
        assertThat(keys().revoke(account, id, Origin.operator(NOW.plusSeconds(1))))
                .isTrue();

        assertThat(keys().find(account, id).orElseThrow().revokedAt()).contains(NOW);
        assertThat(keys().find(account, id).orElseThrow().grant()).isEmpty();
        assertThat(accounts().grantOf(secret.fingerprint())).isEmpty();
        assertThat(accounts().grantOf(account, id)).isEmpty();
        assertThat(accounts().registrant(account, id)).isEmpty();
        uses().used(secret.fingerprint(), LocalDate.parse("2026-11-21"));
        assertThat(accounts().grantOf(secret.fingerprint())).isEmpty();
    }

    @Test
    void lastUseIsADayThatOnlyGrows() {
        open(account, "owner@example.com", Set.of());
        issue(key(account, "a", new Clinics.All()), secret);
        LocalDate day = LocalDate.parse("2026-11-21");

        assertThat(grant().lastUsedOn()).isEmpty();
        uses().used(secret.fingerprint(), day);
        uses().used(secret.fingerprint(), day);
        uses().used(secret.fingerprint(), day.minusDays(1));
        assertThat(grant().lastUsedOn()).contains(day);
    }

    private Grant grant() {
        return accounts().grantOf(secret.fingerprint()).orElseThrow();
    }

    private void issue(NewApiKey key, ApiKeySecret opens) {
        AccountTerms terms = accounts().terms(key.account()).orElseThrow();
        assertThat(keys().issue(key, opens, terms)).isTrue();
    }

    private NewApiKey key(AccountId of, String name, Clinics clinics) {
        return new NewApiKey(
                of, id(name), Optional.of("Key " + name), Set.of(Scope.EVENTS_READ), clinics, NOW, Optional.empty());
    }

    private static List<String> ids(List<ApiKey> keys) {
        return keys.stream().map(key -> key.id().value()).toList();
    }
}
