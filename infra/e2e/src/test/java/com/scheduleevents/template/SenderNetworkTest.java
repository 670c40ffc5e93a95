package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that only the sender runs in the network of SenderSubnets, and that its role cannot make network interfaces itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SenderNetworkTest {

    private static final PseudoParameters HERE = PseudoParameters.local(URI.create("http://127.0.0.1:1"));
    private static final Map<String, String> NETWORK = Map.of(
            "SenderSubnets", "subnet-0123456789abcdef0,subnet-0123456789abcdef1",
            "SenderSecurityGroups", "sg-0123456789abcdef0");

    private final DeclaredTemplate template = new DeclaredTemplate();

    SenderNetworkTest() throws IOException {}

    @Test
    void onlyTheSenderRunsInTheNetworkAndOnlyIfThereIsOne() {
        Set<String> inANetwork = template.resources("AWS::Serverless::Function").entrySet().stream()
                .filter(function -> function.getValue().at("/Properties").has("VpcConfig"))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        assertThat(inANetwork).containsExactly("SenderFunction");
        assertThat(template.at("/Globals/Function").has("VpcConfig")).isFalse();

        JsonNode network = template.at("/Resources/SenderFunction/Properties/VpcConfig/Fn::If");
        assertThat(network.path(0).asText()).isEqualTo("HasSenderNetwork");
        assertThat(network.at("/1/SubnetIds/Fn::Split/1/Ref").asText()).isEqualTo("SenderSubnets");
        assertThat(network.at("/1/SecurityGroupIds/Fn::Split/1/Ref").asText()).isEqualTo("SenderSecurityGroups");
        assertThat(network.at("/2/Ref").asText()).isEqualTo("AWS::NoValue");
        for (String parameter : NETWORK.keySet()) {
            assertThat(template.at("/Parameters/" + parameter + "/Default").asText("missing"))
                    .isEmpty();
        }
    }

    /** With a network, Lambda itself makes its interfaces with this role; without one, nobody may. */
    @Test
    void codeOfTheSenderNeverHasPermissionsOfEc2() throws IOException {
        assertThat(denials(Map.of())).singleElement().satisfies(denial -> assertThat(denial.has("Condition"))
                .isFalse());
        assertThat(denials(NETWORK)).singleElement().satisfies(denial -> assertThat(
                        denial.at("/Condition/ArnLike/lambda:SourceFunctionArn").asText())
                .isEqualTo(HERE.arn("lambda", "function:*")));
    }

    private static List<JsonNode> denials(Map<String, String> parameters) throws IOException {
        return Template.read(DeclaredTemplate.FILE, parameters, HERE).functions().values().stream()
                .filter(function -> function.id().equals("SenderFunction"))
                .flatMap(function -> function.policies().stream())
                .flatMap(policy -> policy.path("Statement").valueStream())
                .filter(statement -> statement.path("Effect").asText().equals("Deny"))
                .filter(statement -> statement.path("Action").asText().equals("ec2:*"))
                .toList();
    }
}
