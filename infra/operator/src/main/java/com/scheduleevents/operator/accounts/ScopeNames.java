package com.scheduleevents.operator.accounts;

import com.scheduleevents.domain.account.Scope;
import java.util.Arrays;
import java.util.Iterator;

/** The names of the scopes that there are, for help. */
final class ScopeNames implements Iterable<String> {

    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(Scope.values()).map(Scope::wireName).iterator();
    }
}
