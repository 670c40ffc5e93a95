package com.scheduleevents.emulator.iam;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Records which permissions were used and which calls were denied. */
final class PermissionUse {

    private final Map<String, FunctionRole> roles;
    private final Set<Granted> used = ConcurrentHashMap.newKeySet();
    private final Set<String> denied = ConcurrentHashMap.newKeySet();

    private record Granted(String function, AllowedAction grant) {

        @Override
        public String toString() {
            return function + ": " + grant;
        }
    }

    PermissionUse(Map<String, FunctionRole> roles) {
        this.roles = Map.copyOf(roles);
    }

    void used(String function, List<AllowedAction> grants) {
        grants.forEach(grant -> used.add(new Granted(function, grant)));
    }

    void denied(String function, String what) {
        denied.add(function + ": " + what);
    }

    PermissionReport report() {
        Set<String> unused = roles.entrySet().stream()
                .flatMap(role -> role.getValue().allowed().stream().map(grant -> new Granted(role.getKey(), grant)))
                .filter(granted -> !used.contains(granted))
                .map(Granted::toString)
                .collect(Collectors.toSet());
        return new PermissionReport(denied, unused);
    }
}
