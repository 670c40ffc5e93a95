package com.scheduleevents.contract.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** All that can be changed about the requests of a contract. */
public final class Mutations {

    private final Contract contract;
    private final UnaryOperator<String> mended;

    /**
     * @param mended makes of a body of the contract's examples one for this place
     */
    public Mutations(Contract contract, UnaryOperator<String> mended) {
        this.contract = contract;
        this.mended = mended;
    }

    /** The request as it would be taken: with its headers, and with a body where one belongs. */
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
                .withBody(mended.apply(new ContractSamples(contract).of(schema).toString()));
    }

    /** The same request many times, each with one thing changed, and each changed in another way. */
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
                                                .withBody(mended.apply(
                                                        mutant.request().body())),
                                        mutant.verdict(),
                                        mutant.params()))
                                .toList())
                .flatMap(List::stream)
                .toList();
    }
}
