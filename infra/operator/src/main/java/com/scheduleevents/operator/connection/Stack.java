package com.scheduleevents.operator.connection;

import com.scheduleevents.aws.AwsClients;
import com.scheduleevents.aws.Environment;
import com.scheduleevents.operator.deployment.Deployment;
import com.scheduleevents.terminal.CommandFailure;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;
import software.amazon.awssdk.services.cloudformation.model.Output;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.StackResourceSummary;

/** Reads the physical names of resources and the retention from a CloudFormation stack. */
final class Stack {

    private static final Set<String> TYPES = Set.of("AWS::DynamoDB::Table", "AWS::SQS::Queue");
    private static final String RETENTION = "Retention";
    private static final String API_URL = "ApiUrl";

    private final CloudFormationClient cloudFormation;
    private final String name;

    Stack(CloudFormationClient cloudFormation, String name) {
        this.cloudFormation = cloudFormation;
        this.name = name;
    }

    static Deployment open(String name, Environment environment) {
        AwsClients clients = new AwsClients(environment, Deployment.CALL);
        try (CloudFormationClient cloudFormation = clients.configured(
                        CloudFormationClient.builder(), "AWS_ENDPOINT_URL_CLOUDFORMATION")
                .build()) {
            Stack stack = new Stack(cloudFormation, name);
            var described = stack.described();
            return new Deployment(environment, stack.resources(), stack.retention(described), stack.apiUrl(described));
        }
    }

    /** Names of tables and URLs of queues, by logical id. */
    Map<String, String> resources() {
        try {
            return cloudFormation.listStackResourcesPaginator(list -> list.stackName(name)).stream()
                    .flatMap(page -> page.stackResourceSummaries().stream())
                    .filter(resource -> TYPES.contains(resource.resourceType()))
                    .collect(Collectors.toUnmodifiableMap(
                            StackResourceSummary::logicalResourceId, StackResourceSummary::physicalResourceId));
        } catch (CloudFormationException e) {
            throw unknown(e);
        }
    }

    /** The stack itself, with its parameters and outputs. */
    software.amazon.awssdk.services.cloudformation.model.Stack described() {
        try {
            return cloudFormation
                    .describeStacks(describe -> describe.stackName(name))
                    .stacks()
                    .getFirst();
        } catch (CloudFormationException e) {
            throw unknown(e);
        }
    }

    /** How long events are readable. */
    Duration retention(software.amazon.awssdk.services.cloudformation.model.Stack described) {
        return described.parameters().stream()
                .filter(parameter -> parameter.parameterKey().equals(RETENTION))
                .map(Parameter::parameterValue)
                .map(Duration::parse)
                .findFirst()
                .orElseThrow(() -> foreign("parameter " + RETENTION));
    }

    /** The base URL of the API. */
    String apiUrl(software.amazon.awssdk.services.cloudformation.model.Stack described) {
        return described.outputs().stream()
                .filter(output -> output.outputKey().equals(API_URL))
                .map(Output::outputValue)
                .findFirst()
                .orElseThrow(() -> foreign("output " + API_URL));
    }

    private CommandFailure foreign(String lacks) {
        return new CommandFailure("The stack " + name + " has no " + lacks
                + ": it is not a stack of this service; give the stack name that sam deploy used.");
    }

    private CommandFailure unknown(CloudFormationException e) {
        return e.statusCode() == 400
                ? new CommandFailure(
                        "CloudFormation knows no stack " + name
                                + " there: check the name, the region and the AWS account of your credentials.",
                        e)
                : new CommandFailure(
                        "CloudFormation refused to describe the stack " + name + " (status " + e.statusCode()
                                + "): your credentials need cloudformation:ListStackResources and"
                                + " cloudformation:DescribeStacks.",
                        e);
    }
}
