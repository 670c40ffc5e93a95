package com.scheduleevents.contract.isolation;

import com.scheduleevents.aws.events.DynamoEvents;
import com.scheduleevents.contract.isolation.TestTenants.TestTenant;
import com.scheduleevents.contract.mutation.ApiClient;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.NewApiKey;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.domain.event.Event;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.local.LocalCloud;
import com.scheduleevents.operator.tenants.AccountAdmin;
import com.scheduleevents.operator.tenants.KeyAdmin;
import com.scheduleevents.operator.tenants.TenantChanges;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Opens the accounts of {@link TestTenants} as an operator does, issues their keys, and revokes or removes some of them again.
 */
final class TenantSeeder {

    private static final Duration RETENTION = Duration.ofDays(90);
    private static final Duration A_DAY = Duration.ofDays(1);
    private static final Set<Scope> ALL_SCOPES = Set.of(Scope.values());

    private final LocalCloud cloud;
    private final HttpClient http;
    private final Random random;
    private final String name;
    private final AccountAdmin admin;
    private final KeyAdmin keys;
    private final TenantChanges changes;
    private final DynamoEvents events;

    /** @param seed determines how many resources there are and who may see them */
    TenantSeeder(LocalCloud cloud, HttpClient http, long seed) {
        DynamoDbClient tables = cloud.storage().dynamoDb();
        this.cloud = cloud;
        this.http = http;
        this.random = new Random(seed);
        this.name = "%016x".formatted(seed);
        this.admin = new AccountAdmin(tables, "AccountsTable");
        this.keys = new KeyAdmin(tables, "AccountsTable");
        this.changes = new TenantChanges(tables, "AccountsTable", "WebhooksTable", RETENTION, Clock.systemUTC());
        this.events = new DynamoEvents(tables, "EventsTable");
    }

    /**
     * Creates this many accounts, at least two. The first has at least two clinics, so that some of its keys see less than
     * others.
     *
     * @param mostClinics of an account, at least two
     */
    TestTenants seed(int accounts, int mostClinics) {
        return new TestTenants(IntStream.range(0, accounts)
                .mapToObj(number -> tenant(name + (char) ('m' + number), number == 0 ? 2 : 1, mostClinics))
                .toList());
    }

    private TestTenant tenant(String unique, int fewestClinics, int mostClinics) {
        AccountId account = new AccountId("acc_" + unique);
        String email = "owner@" + unique + ".example";
        admin.openAccount(account, email, "Account of " + unique);
        int count = fewestClinics + random.nextInt(mostClinics - fewestClinics + 1);
        // Each ends in a letter with an unused predecessor, so that no other id sorts between the two.
        List<String> clinics = IntStream.range(0, count)
                .mapToObj(number -> "cln_" + unique + (char) ('b' + 2 * number))
                .toList();
        String lost = "cln_" + unique + "x";
        clinics.forEach(clinic -> admin.addClinic(account, new ClinicId(clinic)));
        admin.addClinic(account, new ClinicId(lost));
        List<Resource> resources = new ArrayList<>();
        resources.add(expired(account, clinics.getFirst()));
        clinics.forEach(clinic -> resources.add(Resource.clinic(account.value(), clinic, false)));
        resources.add(Resource.clinic(account.value(), lost, true));

        List<KeyHolder> holders = holders(account, clinics);
        Map<KeyHolder, ClinicScope> ends = new LinkedHashMap<>();
        holders.forEach(holder -> ends.put(holder, holder.sees()));
        // What these keys created while they saw more still exists when they see less.
        KeyHolder restricted = issued(account, ALL_SCOPES, ClinicScope.of(Set.copyOf(clinics)), Optional.empty());
        ends.put(restricted, ClinicScope.of(clinics.getFirst()));
        KeyHolder loser = issued(account, ALL_SCOPES, ClinicScope.of(lost), Optional.empty());
        ends.put(loser, ClinicScope.of(Set.of()));
        ResourceSeeder resourceSeeder =
                new ResourceSeeder(cloud.description().receiver(), random, holders.getFirst(), resources);
        resourceSeeder.seed(
                ends, Stream.concat(clinics.stream(), Stream.of(lost)).toList());

        changes.removeClinic(account, new ClinicId(lost));
        ClinicScope one = ClinicScope.of(clinics.getFirst());
        changes.restrict(account, new ApiKeyId(restricted.key()), Optional.empty(), one.asClinics());
        holders.addAll(List.of(restricted.seeing(one), loser.seeing(ClinicScope.of(Set.of()))));
        holders.add(refused(issued(account, ALL_SCOPES, someOf(clinics), Optional.of(A_DAY.negated()))));
        holders.forEach(holder -> resources.add(key(holder, false)));
        KeyHolder revoked = refused(issued(account, ALL_SCOPES, someOf(clinics), Optional.empty()));
        changes.revoke(account, new ApiKeyId(revoked.key()), false);
        holders.add(revoked);
        resources.add(key(revoked, true));
        return new TestTenant(
                account.value(),
                "Account of " + unique,
                email,
                List.copyOf(holders),
                List.copyOf(resources),
                resourceSeeder.used());
    }

    /**
     * One key with every scope and clinic; two with every scope that share the clinics; two with some clinics that share the
     * scopes. So each clinic is hidden from at least one key, and each scope is missing from at least one.
     */
    private List<KeyHolder> holders(AccountId account, List<String> clinics) {
        List<KeyHolder> holders = new ArrayList<>();
        holders.add(issued(account, ALL_SCOPES, ClinicScope.ALL, Optional.empty()));
        for (List<String> part : parts(clinics, clinics.size())) {
            holders.add(issued(account, ALL_SCOPES, ClinicScope.of(Set.copyOf(part)), Optional.empty()));
        }
        for (List<Scope> part : parts(List.of(Scope.values()), Scope.values().length - 1)) {
            holders.add(issued(account, Set.copyOf(part), someOf(clinics), Optional.empty()));
        }
        return holders;
    }

    private KeyHolder issued(AccountId account, Set<Scope> scopes, ClinicScope sees, Optional<Duration> expiresIn) {
        Instant now = Instant.now();
        ApiKeyId id = ApiKeyId.mint(now, random);
        ApiKeySecret secret = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, random);
        keys.issue(
                new NewApiKey(
                        account, id, Optional.of("A key"), scopes, sees.asClinics(), now, expiresIn.map(now::plus)),
                secret);
        ApiClient client = new ApiClient(http, cloud.description().api(), secret.reveal());
        return new KeyHolder(account.value(), id.value(), scopes, sees, false, client);
    }

    private static KeyHolder refused(KeyHolder holder) {
        return new KeyHolder(holder.account(), holder.key(), holder.scopes(), holder.sees(), true, holder.client());
    }

    private static Resource key(KeyHolder holder, boolean revoked) {
        return new Resource(Map.of(Resource.KEY, holder.key()), holder.account(), holder.sees(), revoked);
    }

    /** Its row still exists, because DynamoDB deletes expired rows late. */
    private Resource expired(AccountId account, String clinic) {
        Instant now = Instant.now();
        EventId id = EventId.mint(now.minus(RETENTION).minus(A_DAY), random);
        String type = "appointment.no_show";
        String json = "{\"id\":\"%s\",\"type\":\"%s\",\"clinic_id\":\"%s\"}".formatted(id.value(), type, clinic);
        events.putIfAbsent(account, new Event(id, type, new ClinicId(clinic), json), now.plus(A_DAY));
        return new Resource(Map.of(Resource.EVENT, id.value()), account.value(), ClinicScope.of(clinic), true);
    }

    private ClinicScope someOf(List<String> clinics) {
        return random.nextInt(3) == 0
                ? ClinicScope.ALL
                : ClinicScope.of(Set.copyOf(parts(clinics, clinics.size()).getFirst()));
    }

    /**
     * Splits a list at random into two parts.
     *
     * @param most the maximum size of the first part, which has at least one element
     */
    private <T> List<List<T>> parts(List<T> all, int most) {
        List<T> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, random);
        int cut = 1 + random.nextInt(most);
        return List.of(List.copyOf(shuffled.subList(0, cut)), List.copyOf(shuffled.subList(cut, all.size())));
    }
}
