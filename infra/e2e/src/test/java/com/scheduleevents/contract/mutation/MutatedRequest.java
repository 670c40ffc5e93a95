package com.scheduleevents.contract.mutation;

import java.util.Set;

/**
 * A request with one thing changed.
 *
 * @param place what was changed, such as {@code query limit} or {@code body /types/0}
 * @param what what was done to it
 * @param verdict what is to come of it
 * @param params one of them is what an error has to name; none: nothing, or anything
 */
record MutatedRequest(String place, String what, RequestDraft request, Verdict verdict, Set<String> params) {

    /** What is to come of a request. */
    enum Verdict {
        /** It is refused, though its form may be as the contract says. */
        REFUSED,
        /** What was changed makes no difference. */
        TAKEN,
        /** It is refused when it is not as the contract says. */
        AS_CONTRACT
    }

    static MutatedRequest refused(String place, String what, RequestDraft request, String... params) {
        return new MutatedRequest(place, what, request, Verdict.REFUSED, Set.of(params));
    }

    static MutatedRequest taken(String place, String what, RequestDraft request) {
        return new MutatedRequest(place, what, request, Verdict.TAKEN, Set.of());
    }

    @Override
    public String toString() {
        return request.method() + " " + request.path() + ", " + place + ": " + what;
    }
}
