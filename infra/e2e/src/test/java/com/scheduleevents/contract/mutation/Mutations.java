package com.scheduleevents.contract.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Mutates the requests of a contract. */
public final class Mutations {

    /** Where the contract's examples have a range of time begin, which is too long ago one day. */
    private static final String SINCE = "2026-11-20T14:00:00Z";

    private final Contract contract;
    private final UnaryOperator<String> adapted;

    /**
     * @param adapted adapts a body of the contract's examples to the test environment
     */
    public Mutations(Contract contract, UnaryOperator<String> adapted) {
        this.contract = contract;
        String recently = Instant.now()
                .minus(1, ChronoUnit.DAYS)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
        this.adapted = body -> adapted.apply(body.replace(SINCE, recently));
    }

    /** The valid request: with its headers, and with a body where the operation takes one. */
    public RequestDraft untouched(Operation operation) {
        RequestDraft bare = new RequestDraft(
                operation.method(),
                operation.path(),
                Map.of(),
                "",
                Map.of(RequestDraft.AUTHORIZATION, "Bearer " + RequestDraft.KEY),
                "");
        JsonNode body = contract.resolved(operation.described().path("requestBody"));
        if (body.isMissingNode()) {
            return bare;
        }
        JsonNode schema = body.at("/content/application~1json/schema");
        return bare.withHeader(RequestDraft.CONTENT_TYPE, "application/json")
                .withBody(adapted.apply(new ContractSamples(contract).of(schema).toString()));
    }

    /** The same request many times, each with another mutation. */
    List<MutatedRequest> of(Operation operation) {
        Map<RequestDraft, MutatedRequest> mutants = new LinkedHashMap<>();
        all(operation).forEach(mutant -> mutants.putIfAbsent(mutant.request(), mutant));
        return List.copyOf(mutants.values());
    }

    private List<MutatedRequest> all(Operation operation) {
        RequestDraft untouched = untouched(operation);
        return Stream.of(
                        HeaderMutations.of(contract.operations(), untouched),
                        ParameterMutations.of(contract, operation, untouched),
                        BodyMutations.of(contract, operation, untouched).stream()
                                .map(mutant -> new MutatedRequest(
                                        mutant.place(),
                                        mutant.what(),
                                        mutant.request()
                                                .withBody(adapted.apply(
                                                        mutant.request().body())),
                                        mutant.verdict(),
                                        mutant.params()))
                                .toList())
                .flatMap(List::stream)
                .toList();
    }
}
