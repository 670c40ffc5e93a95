package com.scheduleevents.contract.mutation;

import com.scheduleevents.contract.Contract;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.Exchange;
import java.net.URI;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The holder of an API key, who makes things in a clinic of his own, and others who would know of them. */
final class Neighbour {

    private final String clinic;
    private final Mutations mutations;
    private final World world;
    private final Map<String, Map<String, String>> made = new HashMap<>();

    /**
     * @param clinic in which he makes things
     * @param receiver where his webhooks' deliveries go
     * @param key his secret
     */
    Neighbour(Contract contract, HttpClient client, URI api, String clinic, URI receiver, String key) {
        this.clinic = clinic;
        this.mutations = new Mutations(
                contract, body -> body.replace("https://example.com/webhooks", receiver + "/hooks/neighbours")
                        .replaceAll("cln_[A-Za-z0-9_-]+", clinic));
        this.world = new World(contract, mutations, client, api, key);
    }

    /** The clinic in which he makes things. */
    String clinic() {
        return clinic;
    }

    /** A request as he would send it about what is his. */
    Draft request(Operation operation) {
        return mutations.untouched(operation);
    }

    /** What he has of what the variables of a path name, by the variables. */
    Map<String, String> ids(String path) {
        return made.computeIfAbsent(path, world::made);
    }

    /** All that he has, as others could come to hear of it. */
    List<String> all() {
        return made.values().stream()
                .flatMap(ids -> ids.values().stream())
                .distinct()
                .toList();
    }

    Exchange send(Draft draft, Map<String, String> ids) {
        return world.send(draft, ids);
    }
}
