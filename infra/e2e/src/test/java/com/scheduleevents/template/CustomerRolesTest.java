package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.FunctionSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that only the sender can assume roles, which are those of customers and never those of the service's own account. */
class CustomerRolesTest {

    private static final PseudoParameters HERE = PseudoParameters.local(URI.create("http://127.0.0.1:1"));

    private final Map<String, FunctionSpec> functions =
            Template.read(DeclaredTemplate.FILE, Map.of(), HERE).functions();

    CustomerRolesTest() throws IOException {}

    @Test
    void senderAloneAssumesRolesOfOtherAccounts() {
        assertThat(functions.values())
                .filteredOn(function -> aboutRoles(function).findAny().isPresent())
                .singleElement()
                .satisfies(function -> assertThat(function.id()).isEqualTo("SenderFunction"));
        assertThat(aboutRoles(function("SenderFunction"))
                        .map(statement -> statement.path("Effect").asText() + " "
                                + statement.path("Resource").asText()))
                .containsExactlyInAnyOrder(
                        "Allow arn:aws:iam::*:role/*", "Deny arn:aws:iam::" + HERE.account() + ":role/*");
    }

    /** The code refuses the same, where a webhook is registered. */
    @Test
    void registrationKnowsTheAccountOfTheService() {
        assertThat(function("WebhooksFunction").environment())
                .containsEntry("SERVICE_ACCOUNT", "arn:aws:iam::" + HERE.account() + ":root");
    }

    private FunctionSpec function(String id) {
        return Objects.requireNonNull(functions.get(id), id);
    }

    private static Stream<JsonNode> aboutRoles(FunctionSpec function) {
        return function.policies().stream()
                .flatMap(policy -> policy.path("Statement").valueStream())
                .filter(statement -> statement.path("Action").toString().contains("sts:"));
    }
}
