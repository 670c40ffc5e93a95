package com.scheduleevents.contract.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.ContractCheck;
import com.scheduleevents.contract.Exchange;
import com.scheduleevents.contract.mutation.MutatedRequest.ExpectedOutcome;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.e2e.RequiresCapability;
import com.scheduleevents.e2e.SharedClouds;
import com.scheduleevents.local.LocalCloud;
import com.scheduleevents.operator.tenants.AccountAdmin;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that no mutation of a request causes a server error, that each response is within the contract and names the invalid
 * part, and that a rejected request changes nothing.
 */
@RequiresCapability(SharedClouds.STANDARD)
class BadInputTest {

    private static final Contract CONTRACT = Contract.read();
    private static final int AT_ONCE = 4;

    /** How many requests of each operation a build sends. */
    private static final int SAMPLE = 5;

    private static final long SEED = Long.getLong("mutation.seed", new SecureRandom().nextLong());
    private static final String REPEAT = "-Dmutation.seed=" + SEED + " repeats it";

    static Stream<Operation> operations() {
        return CONTRACT.operations().stream();
    }

    /** Sends a new random sample of the requests each time; a failure says how to repeat it. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void invalidRequestIsRejectedWithoutSideEffects(Operation operation, LocalCloud cloud) throws Exception {
        check(operation, cloud, SAMPLE);
    }

    @Tag("soak")
    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void everyInvalidRequestIsRejectedWithoutSideEffects(Operation operation, LocalCloud cloud) throws Exception {
        check(operation, cloud, Integer.MAX_VALUE);
    }

    private static void check(Operation operation, LocalCloud cloud, int most) throws Exception {
        Mutations mutations = new Mutations(
                CONTRACT,
                body -> body.replace(
                        "https://example.com/webhooks", cloud.description().receiver() + "/hooks/bad"));
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            MutationFixture fixture = new MutationFixture(
                    CONTRACT, mutations, client, cloud.description().api(), account(cloud));
            Map<String, String> ids = fixture.created(operation.path());
            List<MutatedRequest> bad = new ArrayList<>();
            List<MutatedRequest> rest = new ArrayList<>();
            sample(mutations.of(operation), most)
                    .forEach(mutant -> (isBad(operation, mutant) ? bad : rest).add(mutant));
            Map<String, List<String>> before = fixture.shown(ids);
            List<String> faults = inParallel(bad, mutant -> refused(mutant, fixture.send(mutant.request(), ids)));
            assertThat(faults).as(REPEAT).isEmpty();
            assertThat(fixture.shown(ids)).as(REPEAT).isEqualTo(before);
            List<String> others = inParallel(rest, mutant -> {
                Map<String, String> own = operation.method().equals("DELETE") ? fixture.created(operation.path()) : ids;
                Exchange exchange = fixture.send(mutant.request(), own);
                fixture.undo(exchange, mutant.request(), own);
                return accepted(mutant, exchange);
            });
            assertThat(others).as(REPEAT).isEmpty();
        }
    }

    private static List<MutatedRequest> sample(List<MutatedRequest> all, int most) {
        List<MutatedRequest> drawn = new ArrayList<>(all);
        Collections.shuffle(drawn, new Random(SEED));
        return drawn.subList(0, Math.min(most, drawn.size()));
    }

    private static boolean isBad(Operation operation, MutatedRequest mutant) {
        RequestDraft draft = mutant.request();
        URI url = URI.create("/?" + draft.query());
        Exchange request = new Exchange(draft.method(), url, draft.headers(), draft.body(), 0, Map.of(), "");
        return switch (mutant.verdict()) {
            case REFUSED -> true;
            case ACCEPTED -> false;
            case AS_CONTRACT ->
                !ContractCheck.INSTANCE.requestFaults(operation, request).isEmpty();
        };
    }

    private static List<String> refused(MutatedRequest mutant, Exchange exchange) {
        List<JsonNode> errors = errors(exchange);
        Stream<String> outside = outside(exchange);
        boolean named = mutant.params().isEmpty()
                || exchange.status() == 413
                || errors.stream().anyMatch(error -> mutant.params()
                        .contains(error.path("param").asText()));
        return Stream.of(
                        outside,
                        (exchange.method().equals("HEAD") && exchange.status() >= 400) || !errors.isEmpty()
                                ? Stream.<String>of()
                                : Stream.of("it was accepted"),
                        exchange.status() >= 500 ? Stream.of("the status is 5xx") : Stream.<String>of(),
                        named ? Stream.<String>of() : Stream.of("param is none of " + mutant.params()))
                .flatMap(all -> all)
                .map(fault -> described(mutant, exchange, fault))
                .toList();
    }

    private static List<String> accepted(MutatedRequest mutant, Exchange exchange) {
        boolean expected = exchange.status() < 500
                && (mutant.verdict() != ExpectedOutcome.ACCEPTED
                        || exchange.status() < 400
                        || exchange.status() == 409);
        return Stream.concat(outside(exchange), expected ? Stream.of() : Stream.of("it was rejected"))
                .map(fault -> described(mutant, exchange, fault))
                .toList();
    }

    private static Stream<String> outside(Exchange exchange) {
        try {
            ContractCheck.INSTANCE.check(exchange);
            return Stream.of();
        } catch (AssertionError e) {
            return Stream.of(String.valueOf(e.getMessage()));
        }
    }

    /** The error of the response, or the errors of a batch's items. */
    private static List<JsonNode> errors(Exchange exchange) {
        JsonNode response = ApiClient.read(exchange.responseBody());
        return Stream.concat(
                        Stream.of(response.path("error")),
                        StreamSupport.stream(response.path("data").spliterator(), false)
                                .map(item -> item.path("error")))
                .filter(JsonNode::isObject)
                .toList();
    }

    private static String described(MutatedRequest mutant, Exchange exchange, String fault) {
        return shortened(mutant.toString(), 200) + " → " + exchange.status() + " "
                + shortened(exchange.responseBody(), 300) + " : " + shortened(fault, 2_000) + "\n";
    }

    private static String shortened(String text, int max) {
        return text.length() > max ? text.substring(0, max) + "…" : text;
    }

    private interface Trial {
        List<String> faults(MutatedRequest mutant);
    }

    private static List<String> inParallel(List<MutatedRequest> mutants, Trial trial) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
            List<Future<List<String>>> all = threads.invokeAll(mutants.stream()
                    .map(mutant -> (Callable<List<String>>) () -> trial.faults(mutant))
                    .toList());
            List<String> faults = new ArrayList<>();
            for (Future<List<String>> one : all) {
                faults.addAll(one.get());
            }
            return faults;
        }
    }

    /** Opens an account that no other test changes. @return its API key */
    private static String account(LocalCloud cloud) throws IOException {
        SecureRandom random = new SecureRandom();
        String name = Long.toHexString(random.nextLong());
        String table = Template.read(
                        Path.of("../../template.yaml"),
                        Map.of(),
                        PseudoParameters.local(URI.create("http://127.0.0.1:0")))
                .table("AccountsTable")
                .name();
        AccountAdmin admin = new AccountAdmin(cloud.storage().dynamoDb(), table);
        AccountId account = new AccountId("acc_" + name);
        ApiKeySecret secret = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, random);
        admin.openAccount(account, "owner@example.com", "Harbour Dental");
        admin.addClinic(account, new ClinicId("cln_harbour"));
        admin.issueKey(account, new ApiKeyId("key_" + name), EnumSet.allOf(Scope.class), new Clinics.All(), secret);
        return secret.reveal();
    }
}
