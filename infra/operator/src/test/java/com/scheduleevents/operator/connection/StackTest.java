package com.scheduleevents.operator.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.scheduleevents.terminal.CommandFailure;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.cloudformation.CloudFormationClient;
import software.amazon.awssdk.services.cloudformation.model.CloudFormationException;
import software.amazon.awssdk.services.cloudformation.model.DescribeStacksRequest;
import software.amazon.awssdk.services.cloudformation.model.DescribeStacksResponse;
import software.amazon.awssdk.services.cloudformation.model.ListStackResourcesRequest;
import software.amazon.awssdk.services.cloudformation.model.ListStackResourcesResponse;
import software.amazon.awssdk.services.cloudformation.model.Output;
import software.amazon.awssdk.services.cloudformation.model.Parameter;
import software.amazon.awssdk.services.cloudformation.model.StackResourceSummary;

class StackTest {

    @Test
    void tablesAndQueuesAreFoundPageByPage() {
        Stack stack = new Stack(new OneStack(), "prod");
        assertThat(stack.resources())
                .isEqualTo(
                        Map.of("EventsTable", "prod-EventsTable-1", "RetryQueue", "https://sqs/1/prod-RetryQueue-2"));
        assertThat(stack.retention(stack.described())).isEqualTo(Duration.ofDays(30));
        assertThat(stack.apiUrl(stack.described())).isEqualTo("https://api.example.com");
    }

    @Test
    void unknownStackIsReported() {
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(new Stack(new OneStack(), "other")::resources)
                .withMessageContaining("CloudFormation knows no stack other");
    }

    /** Two pages of a stack, as CloudFormation returns them. */
    private static final class OneStack implements CloudFormationClient {

        @Override
        public ListStackResourcesResponse listStackResources(ListStackResourcesRequest request) {
            requireKnown(request.stackName());
            return request.nextToken() == null
                    ? page("EventsTable", "AWS::DynamoDB::Table", "prod-EventsTable-1", Optional.of("more"))
                    : page("RetryQueue", "AWS::SQS::Queue", "https://sqs/1/prod-RetryQueue-2", Optional.empty());
        }

        @Override
        public DescribeStacksResponse describeStacks(DescribeStacksRequest request) {
            requireKnown(request.stackName());
            Parameter retention = Parameter.builder()
                    .parameterKey("Retention")
                    .parameterValue("P30D")
                    .build();
            software.amazon.awssdk.services.cloudformation.model.Stack stack =
                    software.amazon.awssdk.services.cloudformation.model.Stack.builder()
                            .parameters(retention)
                            .outputs(Output.builder()
                                    .outputKey("ApiUrl")
                                    .outputValue("https://api.example.com")
                                    .build())
                            .build();
            return DescribeStacksResponse.builder().stacks(List.of(stack)).build();
        }

        private static void requireKnown(String name) {
            if (!name.equals("prod")) {
                throw CloudFormationException.builder()
                        .statusCode(400)
                        .message("Stack with id " + name + " does not exist")
                        .build();
            }
        }

        private static ListStackResourcesResponse page(String id, String type, String physical, Optional<String> next) {
            ListStackResourcesResponse.Builder page = ListStackResourcesResponse.builder()
                    .stackResourceSummaries(List.of(
                            StackResourceSummary.builder()
                                    .logicalResourceId(id)
                                    .resourceType(type)
                                    .physicalResourceId(physical)
                                    .build(),
                            StackResourceSummary.builder()
                                    .logicalResourceId("ARole")
                                    .resourceType("AWS::IAM::Role")
                                    .physicalResourceId("role")
                                    .build()));
            next.ifPresent(page::nextToken);
            return page.build();
        }

        @Override
        public String serviceName() {
            return "cloudformation";
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}
