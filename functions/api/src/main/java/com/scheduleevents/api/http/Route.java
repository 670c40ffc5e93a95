package com.scheduleevents.api.http;

import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;

/**
 * One line of a function's routing table.
 *
 * @param method in capitals
 * @param resource the path as the template writes it
 * @param scope what a key must be allowed
 * @param action what answers
 */
public record Route(String method, String resource, Scope scope, Action action) {

    Response answer(Request request) {
        Caller caller = request.caller();
        caller.require(scope);
        return action.answer(request, caller);
    }

    /** Answers a request whose caller has the scope. */
    @FunctionalInterface
    public interface Action {

        /**
         * @throws com.scheduleevents.domain.error.ApiException when the answer is an error
         */
        Response answer(Request request, Caller caller);
    }
}
