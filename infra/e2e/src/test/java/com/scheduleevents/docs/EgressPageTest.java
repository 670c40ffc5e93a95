package com.scheduleevents.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the template of docs/egress.md makes what SenderSubnets and SenderSecurityGroups accept. */
class EgressPageTest {

    private static final Path ROOT = Path.of("../..");
    private static final Pattern SNIPPET = Pattern.compile("(?s)```yaml\n(.*?)```");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");

    /** What a reference to a resource is on AWS. */
    private static final Map<String, String> IDS = Map.of(
            "AWS::EC2::Subnet", "subnet-0123456789abcdef0",
            "AWS::EC2::SecurityGroup", "sg-0123456789abcdef0",
            "AWS::EC2::EIP", "198.51.100.7");

    private final JsonNode network;

    EgressPageTest(@TempDir Path directory) throws IOException {
        String page = Files.readString(ROOT.resolve("docs/egress.md"));
        List<String> snippets =
                SNIPPET.matcher(page).results().map(found -> found.group(1)).toList();
        assertThat(snippets).hasSize(1);
        this.network = Template.declared(Files.writeString(directory.resolve("egress.yaml"), snippets.getFirst()));
    }

    @Test
    void everyReferenceIsToAResourceOfTheTemplate() {
        List<String> references = references(network).toList();
        assertThat(references)
                .hasSizeGreaterThan(30)
                .allSatisfy(name ->
                        assertThat(network.at("/Resources").has(name)).as(name).isTrue());
    }

    @Test
    void outputsAreWhatTheParametersAccept() throws IOException {
        JsonNode parameters = Template.declared(ROOT.resolve("template.yaml")).at("/Parameters");
        for (String name : List.of("SenderSubnets", "SenderSecurityGroups", "SenderAddresses")) {
            String value = value(network.at("/Outputs/" + name + "/Value"));
            assertThat(value)
                    .isNotEmpty()
                    .matches(parameters.path(name).path("AllowedPattern").asText());
        }
    }

    /** The sender runs in the private subnets, of both zones, whose only way out is a NAT gateway. */
    @Test
    void subnetsOfTheSenderLeadToTheInternetThroughNatGateways() {
        List<String> subnets = references(network.at("/Outputs/SenderSubnets")).toList();
        assertThat(subnets).hasSize(2).allSatisfy(subnet -> {
            String table = only("SubnetRouteTableAssociation", "SubnetId", subnet)
                    .at("/RouteTableId/Ref")
                    .asText();
            String gateway =
                    only("Route", "RouteTableId", table).at("/NatGatewayId/Ref").asText();
            assertThat(type(gateway)).isEqualTo("AWS::EC2::NatGateway");
        });
        assertThat(subnets)
                .extracting(subnet -> network.at("/Resources/" + subnet + "/Properties/AvailabilityZone")
                        .toString())
                .doesNotHaveDuplicates();
    }

    /** The properties of the only resource of a type that refers to another one. */
    private JsonNode only(String type, String property, String other) {
        List<JsonNode> found = network.path("Resources")
                .valueStream()
                .filter(resource -> resource.path("Type").asText().equals("AWS::EC2::" + type))
                .map(resource -> resource.path("Properties"))
                .filter(properties ->
                        properties.path(property).path("Ref").asText().equals(other))
                .toList();
        assertThat(found).as(type + " of " + other).hasSize(1);
        return found.getFirst();
    }

    private String type(String resource) {
        return network.path("Resources").path(resource).path("Type").asText();
    }

    private String value(JsonNode output) {
        return output.has("Ref")
                ? id(output.path("Ref").asText())
                : VARIABLE.matcher(output.path("Fn::Sub").asText())
                        .replaceAll(found -> Matcher.quoteReplacement(id(found.group(1))));
    }

    private String id(String resource) {
        return Optional.ofNullable(IDS.get(type(resource))).orElseThrow(() -> new AssertionError(resource));
    }

    /** The names of the resources that a part of the template refers to. */
    private static Stream<String> references(JsonNode node) {
        Stream<String> here = Stream.of(
                        Stream.of(
                                node.path("Ref").asText(),
                                node.path("DependsOn").asText()),
                        VARIABLE.matcher(node.path("Fn::Sub").asText())
                                .results()
                                .map(found -> found.group(1)),
                        attribute(node.path("Fn::GetAtt")).stream())
                .flatMap(names -> names)
                .filter(name -> !name.isEmpty() && !name.startsWith("AWS::"));
        return Stream.concat(here, node.valueStream().flatMap(EgressPageTest::references));
    }

    private static Optional<String> attribute(JsonNode attribute) {
        String name = attribute.isArray() ? attribute.path(0).asText() : attribute.asText();
        return Optional.of(name.replaceAll("\\..*", "")).filter(resource -> !resource.isEmpty());
    }
}
