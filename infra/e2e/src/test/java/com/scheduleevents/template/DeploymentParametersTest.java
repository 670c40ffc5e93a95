package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cloud.sources.SourceSpec;
import com.scheduleevents.cloud.template.PseudoParameters;
import com.scheduleevents.cloud.template.RestApi;
import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.cloud.template.TemplateProblem;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that an invalid parameter is rejected before the deployment, with a sentence that says what is valid. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeploymentParametersTest {

    private static final PseudoParameters HERE = PseudoParameters.local(URI.create("http://127.0.0.1:1"));

    private final JsonNode declared;

    DeploymentParametersTest() throws IOException {
        declared = Template.declared(DeclaredTemplate.FILE);
    }

    @Test
    void everyParameterHasADescriptionADefaultAndBounds() {
        for (Map.Entry<String, JsonNode> parameter : declared.path("Parameters").properties()) {
            JsonNode rules = parameter.getValue();
            assertThat(rules.path("Description").asText())
                    .as(parameter.getKey())
                    .endsWith(".");
            assertThat(rules.has("Default")).as(parameter.getKey()).isTrue();
            assertThat(rules.has("AllowedValues")
                            || (rules.has("AllowedPattern") && rules.has("ConstraintDescription"))
                            || (rules.has("MinValue") && rules.has("MaxValue")))
                    .as(parameter.getKey())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "RetryWindow            | 24h                     | must be an ISO 8601 duration",
                "RetryWindow            | PT                      | must be an ISO 8601 duration",
                "RetryWindow            | PT24                    | must be an ISO 8601 duration",
                "RetryWaits             | PT10S,PT5H3             | must be ISO 8601 durations separated by commas",
                "ReceiverTimeout        | PT5H                    | must be an ISO 8601 duration",
                "WarnAfter              | PTS                     | must be an ISO 8601 duration",
                "Retention              | P0D                     | must be a number of days",
                "AlarmEmail             | nobody                  | must be an e-mail address, or empty",
                "MailFrom               | nobody                  | must be an e-mail address",
                "MailIdentity           | arn:aws:ses:*           | must be the ARN of one SES identity",
                "BrandName              | <b>Harbour</b>          | must be at most 40 characters",
                "BrandName              | Harbour  Events         | must be at most 40 characters",
                "BrandName              | Harbour {@docs}         | must be at most 40 characters",
                "BrandName              | Harbour \u202EEvents    | must be at most 40 characters",
                "BrandName              | Harbour Events of All the Clinics in Town | must be at most 40 characters",
                "BrandColour            | blue                    | must be a colour as #",
                "BrandColour            | #fff                    | must be a colour as #",
                "BrandLogo              | logo.svg                | must be what ./deploy --logo writes there",
                "DomainName             | https://api.example.com | must be a domain in lower case",
                "DomainCertificate      | my certificate          | must be the ARN of a certificate",
                "DomainZone             | example.com             | must be the id of a hosted zone",
                "ExtraReceiverNetworks  | 10.0.0.0                | must be address ranges with a port",
                "ExtraReceiverAuthority | secret                  | must be certificates as PEM",
                "SenderSubnets          | 10.0.0.0/24             | must be ids of subnets",
                "SenderSecurityGroups   | default                 | must be ids of security groups",
                "SenderAddresses        | 198.51.100.0/24         | must be IPv4 addresses, separated by commas",
                "SenderAddresses        | 198.51.100.256          | must be IPv4 addresses, separated by commas",
                "SenderAddresses        | 198.51.100.7,           | must be IPv4 addresses, separated by commas",
                "PermissionsBoundary    | Boundary                | must be the ARN of a policy of IAM",
                "AuthorizerCacheSeconds | 30                      | must be one of",
                "ProtectData            | yes                     | must be one of",
                "Tracing                | true                    | must be one of",
                "LogDays                | 2                       | must be one of",
                "DeploymentPace         | Canary                  | must be one of",
                "FirewallRequestsPerAddress | -1                  | must be at least 0",
                "BatchingSeconds        | 3                       | must be at most 2"
            })
    void invalidValueIsRejectedWithASentence(String name, String value, String sentence) {
        assertThatThrownBy(() -> deployed(Map.of(name, value)))
                .isInstanceOf(TemplateProblem.class)
                .hasMessageContaining(name)
                .hasMessageContaining(sentence);
    }

    /** AWS WAF refuses so few only during a deployment. */
    @Test
    void firewallIsRejectedWithFewerThanTenRequests() {
        JsonNode rule = declared.at("/Rules/FirewallAllowsTenRequests");
        JsonNode contains = rule.at("/Assertions/0/Assert/Fn::Not/0/Fn::Contains");
        assertThat(rule.has("RuleCondition")).isFalse();
        assertThat(contains.path(0).valueStream().map(JsonNode::asText))
                .containsExactly("1", "2", "3", "4", "5", "6", "7", "8", "9");
        assertThat(contains.at("/1/Ref").asText()).isEqualTo("FirewallRequestsPerAddress");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void newEventsAndFirstAttemptsWaitForOthersAsLongAsTheDeploymentSays(int seconds) {
        Template deployed = deployed(Map.of("BatchingSeconds", Integer.toString(seconds)));
        Map<String, Duration> windows = deployed.functions().values().stream()
                .flatMap(function -> function.sources().stream())
                .filter(source -> !window(source).isZero())
                .collect(Collectors.toMap(SourceSpec::id, DeploymentParametersTest::window));
        assertThat(windows)
                .isEqualTo(
                        seconds == 0
                                ? Map.of()
                                : Map.of(
                                        "FanOutFunctionRecorded", Duration.ofSeconds(seconds),
                                        "SenderFunctionFirstAttempts", Duration.ofSeconds(seconds)));
    }

    /** The value of a parameter is a text wherever it is referred to; API Gateway reads a number. */
    @Test
    void authorizerIsCachedForANumberOfSeconds() {
        JsonNode cached = declared.at("/Resources/Api/Properties/Auth/Authorizers/ApiKey/Identity/ReauthorizeEvery");
        List<JsonNode> literals = literals(cached).toList();
        List<Integer> allowed = declared.at("/Parameters/AuthorizerCacheSeconds/AllowedValues")
                .valueStream()
                .map(JsonNode::asInt)
                .toList();

        assertThat(literals).allMatch(JsonNode::isValueNode);
        assertThat(literals).extracting(JsonNode::asInt).containsExactlyElementsOf(allowed);
        assertThat(allowed)
                .allSatisfy(seconds -> assertThat(deployed(Map.of("AuthorizerCacheSeconds", Integer.toString(seconds)))
                                .api()
                                .flatMap(RestApi::authorizer)
                                .orElseThrow()
                                .ttlSeconds())
                        .isEqualTo(seconds));
    }

    /** What conditions choose from. */
    private static Stream<JsonNode> literals(JsonNode value) {
        return value.has("Fn::If")
                ? value.path("Fn::If").valueStream().skip(1).flatMap(DeploymentParametersTest::literals)
                : Stream.of(value);
    }

    private static Duration window(SourceSpec source) {
        return switch (source) {
            case SourceSpec.Queue queue -> queue.window();
            case SourceSpec.Stream stream -> stream.window();
            case SourceSpec.Schedule _ -> Duration.ZERO;
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "MailIdentity           | arn:aws:ses:eu-west-1:123456789012:identity/clinic-events.example",
                "DomainName             | api.clinic-events.example",
                "RetryWindow            | PT23H59M59.999S",
                "AlarmEmail             | on-call@clinic-events.example",
                "SenderSubnets          | subnet-0123456789abcdef0,subnet-01234567",
                "SenderSecurityGroups   | sg-0123456789abcdef0",
                "SenderAddresses        | 198.51.100.7,203.0.113.255",
                "PermissionsBoundary    | arn:aws:iam::123456789012:policy/teams/Boundary",
                "ExtraReceiverNetworks  | 10.1.0.0/16:443,[fd00::]/8:*",
                "ExtraReceiverAuthority | -----BEGIN CERTIFICATE-----\\nMIIB+a/=\\n-----END CERTIFICATE-----"
            })
    void documentedValueIsAccepted(String name, String value) {
        assertThat(deployed(Map.of(name, value)).functions()).isNotEmpty();
    }

    private Template deployed(Map<String, String> parameters) {
        return Template.resolve(declared, DeclaredTemplate.FILE, parameters, HERE);
    }
}
