package com.scheduleevents.contract.mutation;

import static com.scheduleevents.contract.mutation.MutatedRequest.accepted;
import static com.scheduleevents.contract.mutation.MutatedRequest.refused;
import static com.scheduleevents.contract.mutation.RequestDraft.AUTHORIZATION;
import static com.scheduleevents.contract.mutation.RequestDraft.CONTENT_TYPE;
import static com.scheduleevents.contract.mutation.RequestDraft.KEY;

import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.mutation.MutatedRequest.ExpectedOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Mutates what every request has: the method and the HTTP headers. */
final class HeaderMutations {

    private static final String ACCEPT = "Accept";
    private static final String CONTENT_ENCODING = "Content-Encoding";

    /** Headers that the service or the gateway parses for some requests, or that other services obey. */
    private static final List<String> EVERYWHERE = List.of(
            ACCEPT,
            "Access-Control-Request-Headers",
            "Access-Control-Request-Method",
            "Cookie",
            "Idempotency-Key",
            "If-Match",
            "If-None-Match",
            "Origin",
            "Range",
            "X-Forwarded-For",
            "X-HTTP-Method-Override");

    /**
     * Values that are hard to parse, the longest of which make a request nearly as large as API Gateway lets through, 10,240 bytes. No
     * status is expected of them, other than that it is in the contract.
     */
    private static final List<String> HARD = List.of(
            "",
            ",",
            ";",
            "*",
            "\"",
            "W/",
            "\\\"",
            "0",
            "\"1\"" + ",\"\"".repeat(3_000),
            "\"1\",".repeat(2_250),
            "W/\"1\", ".repeat(1_100) + "*",
            "\"".repeat(9_001),
            "\\".repeat(9_000),
            "(".repeat(9_000),
            "*/*;q=0.1,".repeat(900) + "x",
            ";q=0".repeat(2_250),
            " ,".repeat(4_500),
            "x".repeat(9_000));

    private HeaderMutations() {}

    /**
     * Changes of the method and the headers.
     *
     * @param operations all of the contract's
     * @param draft the valid request
     */
    static List<MutatedRequest> of(List<Operation> operations, RequestDraft draft) {
        List<MutatedRequest> mutants = new ArrayList<>();
        Set<String> here = operations.stream()
                .filter(operation -> operation.path().equals(draft.path()))
                .map(Operation::method)
                .collect(Collectors.toSet());
        Stream.of("GET", "POST", "PUT", "PATCH", "DELETE")
                .filter(method -> !here.contains(method))
                .forEach(method -> mutants.add(refused("method", method, draft.withMethod(method))));
        if (!here.contains("GET")) {
            mutants.add(refused("method", "HEAD", draft.withMethod("HEAD").withBody("")));
        }
        authorization(draft, mutants);
        accept(draft, mutants);
        if (!draft.body().isEmpty()) {
            contentType(draft, mutants);
        }
        for (String name : EVERYWHERE) {
            HARD.forEach(value -> mutants.add(new MutatedRequest(
                    "header " + name, value, draft.withHeader(name, value), ExpectedOutcome.AS_CONTRACT, Set.of())));
        }
        return mutants;
    }

    private static void authorization(RequestDraft draft, List<MutatedRequest> mutants) {
        String place = "header " + AUTHORIZATION;
        mutants.add(refused(place, "missing", draft.withHeader(AUTHORIZATION, null)));
        for (String value : List.of(
                "",
                "Bearer",
                "Bearer ",
                KEY,
                "Basic " + KEY,
                "Bearer " + KEY + "x",
                "Bearer " + KEY + "," + KEY,
                "Bearer " + "x".repeat(5_000),
                "Bearer \"" + KEY + "\"")) {
            mutants.add(refused(place, value, draft.withHeader(AUTHORIZATION, value)));
        }
        for (String name : List.of("authorization", "AUTHORIZATION", "aUtHoRiZaTiOn")) {
            mutants.add(accepted(place, "as " + name, draft.withHeaderRenamed(AUTHORIZATION, name)));
        }
        mutants.add(accepted(place, "bearer in small letters", draft.withHeader(AUTHORIZATION, "bearer " + KEY)));
    }

    private static void accept(RequestDraft draft, List<MutatedRequest> mutants) {
        String place = "header " + ACCEPT;
        for (String value : List.of(
                "text/html",
                "application/xml",
                "application/json;q=0",
                "*/*;q=0",
                "application/json;q=0, */*",
                "x",
                ",",
                ";")) {
            mutants.add(refused(place, value, draft.withHeader(ACCEPT, value), ACCEPT));
        }
        for (String value : List.of(
                "*/*",
                "application/*",
                "application/json",
                "APPLICATION/JSON",
                "application/json; charset=utf-8",
                "text/html, */*;q=0.1",
                "application/json;q=0.001",
                " ")) {
            mutants.add(accepted(place, value, draft.withHeader(ACCEPT, value)));
        }
        mutants.add(accepted(place, "as ACCEPT", draft.withHeader("ACCEPT", "application/json")));
        mutants.add(refused(place, "as accept, text/html", draft.withHeader("accept", "text/html"), ACCEPT));
    }

    private static void contentType(RequestDraft draft, List<MutatedRequest> mutants) {
        String place = "header " + CONTENT_TYPE;
        mutants.add(refused(place, "missing", draft.withHeader(CONTENT_TYPE, null), CONTENT_TYPE));
        for (String value : List.of(
                "",
                "text/plain",
                "application/xml",
                "application/json; charset=utf-16",
                "application/json; charset=",
                "application/jsonx",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
                "application/json, application/json",
                "application/json; profile=x; charset=utf-16",
                "application/json; profile",
                "application/json; profile=\"x",
                "application/json profile=x",
                "application/json;".repeat(500),
                "x")) {
            mutants.add(refused(place, value, draft.withHeader(CONTENT_TYPE, value), CONTENT_TYPE));
        }
        for (String value : List.of(
                "application/json",
                "APPLICATION/JSON",
                "application/json;charset=UTF-8",
                "application/json; charset=\"utf-8\"",
                "application/json;",
                "application/json; ",
                "application/json;;",
                "application/json; profile=x",
                "application/json; profile=\"https://example.com/a;b\"; charset=utf-8",
                "application/json" + "; a=b".repeat(1_800))) {
            mutants.add(accepted(place, value, draft.withHeader(CONTENT_TYPE, value)));
        }
        for (String coding : List.of("br", "gzip", "deflate", "gzip, gzip", "zstd", "*", "x")) {
            mutants.add(refused("header " + CONTENT_ENCODING, coding, draft.withHeader(CONTENT_ENCODING, coding)));
        }
        mutants.add(accepted("header " + CONTENT_ENCODING, "identity", draft.withHeader(CONTENT_ENCODING, "identity")));
        for (String name : List.of("content-type", "CONTENT-TYPE")) {
            mutants.add(accepted(place, "as " + name, draft.withHeaderRenamed(CONTENT_TYPE, name)));
        }
    }
}
