package com.scheduleevents.local;

import com.scheduleevents.local.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The values that the local cloud gives to the template's parameters, as a deployment to a closed network would. */
final class TemplateParameters {

    private TemplateParameters() {}

    static Map<String, String> of(Options options, String apiAddress, String authorityPem) throws IOException {
        Map<String, String> values = new HashMap<>();
        values.put("ApiAddress", apiAddress);
        values.put("ExtraReceiverNetworks", networks(options));
        values.put("ExtraReceiverAuthority", oneLine(authorityPem + trusted(options)));
        if (options.retryWindow().isPresent()) {
            Duration window = options.retryWindow().get();
            values.put("RetryWindow", window.toString());
            values.put(
                    "RetryWaits",
                    RetryCompression.waits(
                            Template.parameterDefault(options.template(), "RetryWaits"),
                            Duration.parse(Template.parameterDefault(options.template(), "RetryWindow")),
                            window));
        }
        // Here every receiver is at one host, where out there each owner has another: with the bound per host, one that
        // hangs would hold all others up. This is the most that a batch can hold.
        values.put("AttemptsPerHost", "10");
        Set<String> known = Template.parameterNames(options.template());
        values.keySet().retainAll(known);
        values.putAll(options.parameters());
        return Map.copyOf(values);
    }

    /** The demo receiver alone; with an authority of one's own, one's own receivers on any port. */
    private static String networks(Options options) {
        String port = options.trust().isPresent()
                ? "*"
                : Integer.toString(options.ports().receiver());
        return "127.0.0.0/8:" + port + ",[::1]/128:" + port;
    }

    private static String trusted(Options options) throws IOException {
        return options.trust().isPresent()
                ? "\n" + Files.readString(options.trust().get())
                : "";
    }

    private static String oneLine(String pem) {
        return pem.strip().replace("\r", "").replaceAll("\n+", "\\\\n");
    }
}
