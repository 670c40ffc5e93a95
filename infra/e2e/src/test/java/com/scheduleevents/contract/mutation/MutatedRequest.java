package com.scheduleevents.contract.mutation;

import java.util.Set;

/**
 * A request with one mutation.
 *
 * @param place the mutated part, such as {@code query limit} or {@code body /types/0}
 * @param what the mutation
 * @param verdict the expected result
 * @param params the params of which the error must name one; empty when it may name any or none
 */
record MutatedRequest(String place, String what, RequestDraft request, ExpectedOutcome verdict, Set<String> params) {

    /** The expected result of a request. */
    enum ExpectedOutcome {
        /** The request is rejected, even if its form is within the contract. */
        REFUSED,
        /** The request is accepted: the mutation makes no difference. */
        ACCEPTED,
        /** The request is rejected when it is outside the contract. */
        AS_CONTRACT
    }

    static MutatedRequest refused(String place, String what, RequestDraft request, String... params) {
        return new MutatedRequest(place, what, request, ExpectedOutcome.REFUSED, Set.of(params));
    }

    static MutatedRequest accepted(String place, String what, RequestDraft request) {
        return new MutatedRequest(place, what, request, ExpectedOutcome.ACCEPTED, Set.of());
    }

    @Override
    public String toString() {
        return request.method() + " " + request.path() + ", " + place + ": " + what;
    }
}
