package com.scheduleevents.contract.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.aws.accounts.AccountAdmin;
import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.Exchange;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.ApiKeySecret;
import com.scheduleevents.domain.account.ClinicId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.account.Scope;
import com.scheduleevents.e2e.Cloud;
import com.scheduleevents.e2e.RunsOn;
import com.scheduleevents.local.LocalCloud;
import com.scheduleevents.local.template.RestApi;
import com.scheduleevents.local.template.Surroundings;
import com.scheduleevents.local.template.Template;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is somebody else's is answered like what is nobody's: the same status, headers and words, and the same calls of the tables
 * and queues, so that not even time tells. Somebody else is another account, and a key of the same account that sees more.
 * The routes, and what can be named in them, are read from the contract; names and ids are new each time.
 */
@RunsOn(Cloud.QUIET)
@Execution(ExecutionMode.SAME_THREAD)
class IsolationTest {

    private static final Contract CONTRACT = Contract.read();
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final Pattern VARIABLE = Pattern.compile("\\{([^}]+)}");
    private static final Pattern CLINIC = Pattern.compile("cln_[A-Za-z0-9_-]+");

    /** Different in each answer, or in each second. */
    private static final Set<String> MOVING =
            Set.of("request-id", "date", "ratelimit", "x-amzn-trace-id", "x-amzn-requestid", "x-amz-apigw-id");

    private static final String CURSOR = "starting_after";

    /** Those of a ULID, in their order. */
    private static final String DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

    static Stream<Operation> operations() {
        return CONTRACT.operations().stream();
    }

    /** One request, twice: naming what is somebody else's, and what is nobody's. */
    private record Probe(String what, Draft foreign, Draft unknown, Map<String, String> own) {}

    /** What came of a request, with nothing in it that tells one id from another. */
    private record Seen(int status, String text, Map<String, List<String>> headers, Map<String, Long> calls) {}

    @ParameterizedTest(name = "{0}")
    @MethodSource("operations")
    void whatIsSomebodyElsesIsAnsweredLikeWhatIsNobodys(Operation operation, LocalCloud cloud) throws IOException {
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            String name = Long.toHexString(RANDOM.nextLong());
            AccountAdmin admin = new AccountAdmin(cloud.storage().dynamoDb(), "AccountsTable");
            Neighbour owner = neighbour(cloud, client, admin, "acc_a" + name, "cln_a" + name, new Clinics.All());
            Neighbour stranger = neighbour(cloud, client, admin, "acc_b" + name, "cln_b" + name, new Clinics.All());
            String small = "cln_c" + name;
            Neighbour clerk = neighbour(
                    cloud, client, admin, "acc_a" + name, small, new Clinics.Listed(Set.of(new ClinicId(small))));
            for (Neighbour caller : List.of(stranger, clerk)) {
                for (Probe probe : probes(operation, owner, caller)) {
                    compare(operation, cloud, owner, caller, probe);
                }
            }
        }
    }

    private static void compare(Operation operation, LocalCloud cloud, Neighbour owner, Neighbour caller, Probe probe)
            throws IOException {
        // Once beforehand: a function that starts makes calls of its own.
        caller.send(probe.unknown(), probe.own());
        caller.send(probe.foreign(), probe.own());
        Seen unknown = seen(operation, cloud, caller, probe.unknown(), probe);
        Seen foreign = seen(operation, cloud, caller, probe.foreign(), probe);
        assertThat(foreign)
                .as("%s of %s: %s", operation, caller.clinic(), probe.what())
                .isEqualTo(unknown);
        assertThat(owner.all())
                .as("%s of %s: %s", operation, caller.clinic(), probe.what())
                .noneMatch(foreign.text()::contains);
        assertThat(foreign.text()).doesNotContain(owner.clinic());
    }

    private static Seen seen(Operation operation, LocalCloud cloud, Neighbour caller, Draft draft, Probe probe)
            throws IOException {
        Map<String, Long> before = calls(operation, cloud);
        Exchange exchange = caller.send(draft, probe.own());
        Map<String, Long> made = new TreeMap<>();
        calls(operation, cloud).forEach((call, count) -> {
            long more = count - before.getOrDefault(call, 0L);
            if (more > 0) {
                made.put(call, more);
            }
        });
        Map<String, List<String>> headers = new TreeMap<>();
        exchange.answerHeaders().forEach((header, values) -> {
            if (!MOVING.contains(header.toLowerCase(Locale.ROOT))) {
                headers.put(header.toLowerCase(Locale.ROOT), values);
            }
        });
        String requestId = exchange.answerHeaders().entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("Request-Id"))
                .map(header -> header.getValue().getFirst())
                .findFirst()
                .orElse("no request id");
        String text = exchange.answer().replace(requestId, "{request}");
        for (String named : named(draft)) {
            text = text.replace(named, "{named}");
        }
        return new Seen(exchange.status(), text, headers, made);
    }

    /** Every id that a request names where it could be anybody's. */
    private static Set<String> named(Draft draft) {
        Set<String> named = new HashSet<>(draft.variables().values());
        Matcher query = Pattern.compile("=(.+)$").matcher(draft.query());
        if (query.find()) {
            named.add(query.group(1));
        }
        CLINIC.matcher(draft.body()).results().forEach(clinic -> named.add(clinic.group()));
        return named;
    }

    private static List<Probe> probes(Operation operation, Neighbour owner, Neighbour caller) {
        List<String> variables = VARIABLE.matcher(operation.path())
                .results()
                .map(found -> found.group(1))
                .toList();
        Map<String, String> own = caller.ids(operation.path());
        Map<String, String> theirs = owner.ids(operation.path());
        Draft draft = caller.request(operation);
        List<Probe> probes = new ArrayList<>();
        for (String variable : variables) {
            probes.add(probe(variable, draft, Map.of(variable, theirs.getOrDefault(variable, "none")), own));
        }
        if (variables.size() > 1) {
            probes.add(probe(String.join(" and ", variables), draft, theirs, own));
        }
        if (CLINIC.matcher(draft.body()).find()) {
            probes.add(new Probe(
                    "a clinic in the body",
                    draft.withBody(CLINIC.matcher(draft.body()).replaceAll(owner.clinic())),
                    draft.withBody(CLINIC.matcher(draft.body()).replaceAll(unknown(owner.clinic()))),
                    own));
        }
        for (JsonNode reference : operation.described().path("parameters")) {
            JsonNode parameter = CONTRACT.resolved(reference);
            String name = parameter.path("name").asText();
            if (parameter.path("in").asText().equals("query")) {
                prefix(parameter)
                        .flatMap(prefix -> theirs(owner, prefix))
                        .forEach(id -> probes.add(new Probe(
                                name + "=" + id,
                                draft.withQuery(name + "=" + id),
                                draft.withQuery(name + "=" + (name.equals(CURSOR) ? justBelow(id) : unknown(id))),
                                own)));
            }
        }
        if (operation.method().equals("GET")) {
            probes.add(new Probe("nothing", draft, draft, own));
        }
        return probes;
    }

    private static Probe probe(String what, Draft draft, Map<String, String> foreign, Map<String, String> own) {
        Map<String, String> unknown =
                foreign.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, id -> unknown(id.getValue())));
        return new Probe(what, draft.withVariables(foreign), draft.withVariables(unknown), own);
    }

    /** What an id begins with that a parameter takes. */
    private static Stream<String> prefix(JsonNode parameter) {
        Matcher form = Pattern.compile("^\\^([a-z]+_)")
                .matcher(CONTRACT.resolved(parameter.path("schema"))
                        .path("pattern")
                        .asText());
        return form.find() ? Stream.of(form.group(1)) : Stream.of();
    }

    private static Stream<String> theirs(Neighbour owner, String prefix) {
        CONTRACT.operations().stream()
                .filter(operation -> operation.path().contains("{"))
                .forEach(operation -> owner.ids(operation.path()));
        return Stream.concat(owner.all().stream(), Stream.of(owner.clinic()))
                .filter(id -> id.startsWith(prefix))
                .sorted()
                .limit(1);
    }

    /** An id of the same form, and nobody's. */
    private static String unknown(String id) {
        String end = "7Z7Z7Z";
        return id.substring(0, id.length() - end.length())
                + (id.startsWith("cln_") ? end.toLowerCase(Locale.ROOT) : end);
    }

    /** Nobody's as well. As a cursor it is a position, and this is the same one: nothing lies between the two. */
    private static String justBelow(String id) {
        int last = id.length() - 1;
        while (id.charAt(last) == DIGITS.charAt(0)) {
            last--;
        }
        return id.substring(0, last)
                + DIGITS.charAt(DIGITS.indexOf(id.charAt(last)) - 1)
                + "Z".repeat(id.length() - 1 - last);
    }

    private static Map<String, Long> calls(Operation operation, LocalCloud cloud) throws IOException {
        RestApi api = Template.read(
                        Path.of("../../template.yaml"), Map.of(), Surroundings.local(URI.create("http://127.0.0.1:0")))
                .api()
                .orElseThrow();
        Map<String, Long> calls = new HashMap<>();
        api.routes().stream()
                .filter(route -> ("/" + api.stage() + route.path()).equals(operation.path()))
                .map(RestApi.Route::function)
                .distinct()
                .forEach(function -> calls.putAll(cloud.tally().of(function)));
        return calls;
    }

    private static Neighbour neighbour(
            LocalCloud cloud, HttpClient client, AccountAdmin admin, String account, String clinic, Clinics clinics) {
        AccountId id = new AccountId(account);
        ApiKeySecret secret = ApiKeySecret.mint(ApiKeySecret.Mode.TEST, RANDOM);
        admin.openAccount(id, "owner@" + clinic.substring(4) + ".example", "Account of " + clinic);
        admin.addClinic(id, new ClinicId(clinic));
        admin.issueKey(id, new ApiKeyId("key_" + clinic), EnumSet.allOf(Scope.class), clinics, secret);
        return new Neighbour(
                CONTRACT,
                client,
                cloud.description().api(),
                clinic,
                cloud.description().receiver(),
                secret.reveal());
    }
}
