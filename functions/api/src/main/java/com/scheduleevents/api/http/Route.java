package com.scheduleevents.api.http;

import com.scheduleevents.domain.account.Caller;
import com.scheduleevents.domain.account.Scope;
import java.util.Optional;

/**
 * One line of a function's routing table.
 *
 * @param method in capitals
 * @param resource the path as the template writes it
 * @param scope what a key must be allowed; empty: any key will do
 * @param action what answers
 */
public record Route(String method, String resource, Optional<Scope> scope, Action action) {

    /** A route for keys with a scope. */
    public Route(String method, String resource, Scope scope, Action action) {
        this(method, resource, Optional.of(scope), action);
    }

    Response answer(Request request) {
        Caller caller = request.caller();
        scope.ifPresent(caller::require);
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
