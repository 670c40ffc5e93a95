package com.scheduleevents.contract.isolation;

import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.contract.Contract.Operation;
import com.scheduleevents.contract.Exchange;
import com.scheduleevents.contract.mutation.RequestDraft;
import com.scheduleevents.local.LocalCloud;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Records everything about a response that could distinguish one id from another: body, headers, and the calls that the function
 * made.
 */
final class ResponseObserver {

    /** Headers that differ in each response or each second. */
    private static final Set<String> MOVING =
            Set.of("request-id", "date", "ratelimit", "x-amzn-trace-id", "x-amzn-requestid", "x-amz-apigw-id");

    private final LocalCloud cloud;
    private final RestApi api = api();

    ResponseObserver(LocalCloud cloud) {
        this.cloud = cloud;
    }

    /**
     * The result of a request, without the ids that the request itself contained.
     *
     * @param calls of tables and queues, which determine the response time
     */
    record ObservedResponse(int status, String text, Map<String, List<String>> headers, Map<String, Long> calls) {}

    ObservedResponse observe(Operation operation, KeyHolder caller, RequestDraft draft) {
        Map<String, Long> before = calls(operation);
        Exchange exchange = caller.client().send(draft, Map.of());
        Map<String, Long> made = new TreeMap<>();
        calls(operation).forEach((call, count) -> {
            long more = count - before.getOrDefault(call, 0L);
            if (more > 0) {
                made.put(call, more);
            }
        });
        Map<String, List<String>> headers = new TreeMap<>();
        exchange.responseHeaders().forEach((header, values) -> {
            if (!MOVING.contains(header.toLowerCase(Locale.ROOT))) {
                headers.put(header.toLowerCase(Locale.ROOT), values);
            }
        });
        String text = exchange.responseBody().replace(requestId(exchange), "{request}");
        for (String named : RequestPairs.named(draft)) {
            text = text.replace(named, "{named}");
        }
        return new ObservedResponse(exchange.status(), text, headers, made);
    }

    private static String requestId(Exchange exchange) {
        return exchange.responseHeaders().entrySet().stream()
                .filter(header -> header.getKey().equalsIgnoreCase("Request-Id"))
                .map(header -> header.getValue().getFirst())
                .findFirst()
                .orElse("no request id");
    }

    private Map<String, Long> calls(Operation operation) {
        String path = operation.path().substring(("/" + api.stage()).length());
        return new TreeMap<>(cloud.tally().of(api.route(path).orElseThrow().function()));
    }

    private static RestApi api() {
        try {
            return Template.read(
                            Path.of("../../template.yaml"),
                            Map.of(),
                            PseudoParameters.local(URI.create("http://127.0.0.1:0")))
                    .api()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
