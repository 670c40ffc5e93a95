package com.scheduleevents.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Values of template.yaml's parameters that are not their defaults, for tests that try each. */
final class ParameterExamples {

    private static final JsonNode PARAMETERS = parameters();

    /** Of those whose values follow a pattern. */
    private static final Map<String, String> TEXTS = Map.ofEntries(
            Map.entry("RetryWaits", "PT10S,PT1M"),
            Map.entry("Retention", "P30D"),
            Map.entry("FeedHoldBack", "PT17M"),
            Map.entry("ClinicFeedHoldBack", "PT20M"),
            Map.entry("MailFrom", "webhooks@clinic-events.example"),
            Map.entry("MailIdentity", "arn:aws:ses:eu-west-1:123456789012:identity/clinic-events.example"),
            Map.entry("BrandName", "Praxis Müller"),
            Map.entry("BrandColour", "#7a1f5c"),
            Map.entry("BrandLogo", "0123456789abcdef".repeat(4)),
            Map.entry("ApiUrl", "https://api.clinic-events.example"),
            Map.entry("DomainName", "api.clinic-events.example"),
            Map.entry("DomainCertificate", "arn:aws:acm:eu-west-1:123456789012:certificate/1"),
            Map.entry("DomainZone", "Z0123456789ABCDEFGHIJ"),
            Map.entry("AlarmEmail", "on-call@clinic-events.example"),
            Map.entry("CorsOrigins", "https://app.clinic-events.example"),
            Map.entry("PermissionsBoundary", "arn:aws:iam::123456789012:policy/boundary"),
            Map.entry("ExtraReceiverNetworks", "10.1.0.0/16:443"),
            Map.entry("ExtraReceiverAuthority", "-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----"),
            Map.entry("SenderSubnets", "subnet-0123456789abcdef0,subnet-01234567"),
            Map.entry("SenderSecurityGroups", "sg-0123456789abcdef0"),
            Map.entry("SenderAddresses", "198.51.100.7,198.51.100.8"));

    private ParameterExamples() {}

    /** All parameters. */
    static List<String> names() {
        return PARAMETERS.propertyStream().map(Map.Entry::getKey).toList();
    }

    /** A valid value that is not the default. */
    static String other(String name) {
        JsonNode rules = PARAMETERS.path(name);
        String usual = rules.path("Default").asText();
        if (rules.has("AllowedValues")) {
            return rules.path("AllowedValues")
                    .valueStream()
                    .map(JsonNode::asText)
                    .filter(value -> !value.equals(usual))
                    .findFirst()
                    .orElseThrow();
        }
        if (rules.path("Type").asText().equals("Number")) {
            return rules.path("MaxValue").asText().equals(usual)
                    ? rules.path("MinValue").asText()
                    : rules.path("MaxValue").asText();
        }
        return Optional.ofNullable(TEXTS.get(name)).orElseGet(() -> {
            if (usual.startsWith("PT")) {
                return "PT7S";
            }
            throw new IllegalStateException("Add a value of the parameter " + name + " here.");
        });
    }

    private static JsonNode parameters() {
        try {
            return new DeclaredTemplate().at("/Parameters");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
