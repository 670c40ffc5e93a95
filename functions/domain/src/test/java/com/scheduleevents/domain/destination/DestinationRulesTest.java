package com.scheduleevents.domain.destination;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what can be a destination: queues, event buses, and roles. */
class DestinationRulesTest {

    private static final AwsAccount OWN = AwsAccount.parse("arn:aws:iam::999999999999:root");

    @ParameterizedTest
    @CsvSource({
        "eu-central-1, amazonaws.com, aws",
        "us-gov-west-1, amazonaws.com, aws-us-gov",
        "cn-north-1, amazonaws.com.cn, aws-cn",
        "ap-southeast-2, amazonaws.com, aws"
    })
    void aQueueIsReadFromItsUrl(String region, String domain, String partition) {
        String url = "https://sqs." + region + "." + domain + "/123456789012/schedule-events_1";

        SqsAddress queue = SqsAddress.parse(url);

        assertThat(queue.address()).isEqualTo(url);
        assertThat(DestinationResource.at(url)).isEqualTo(queue);
        assertThat(queue.arn()).isEqualTo("arn:" + partition + ":sqs:" + region + ":123456789012:schedule-events_1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "http://sqs.eu-central-1.amazonaws.com/123456789012/q",
                "https://sqs.eu-central-1.amazonaws.com:8443/123456789012/q",
                "https://user@sqs.eu-central-1.amazonaws.com/123456789012/q",
                "https://sqs.eu-central-1.amazonaws.com.evil.example/123456789012/q",
                "https://sqs.eu-central-1.amazonaws.com/123456789012/q?x=1",
                "https://sqs.eu-central-1.amazonaws.com/123456789012/q#x",
                "https://sqs.eu-central-1.amazonaws.com/12345678901/q",
                "https://sqs.eu-central-1.amazonaws.com/123456789012/a/b",
                "https://sqs.eu-central-1.amazonaws.com/123456789012/../q",
                "https://sqs.evil.amazonaws.com/123456789012/q",
                "https://sqs.eu-central-1.amazonaws.com.cn/123456789012/q",
                "https://sqs.cn-north-1.amazonaws.com/123456789012/q",
                "https://localhost/123456789012/q"
            })
    void nothingElseIsAQueue(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqsAddress.parse(url))
                .withMessageStartingWith("queue_url");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "arn:aws:events:eu-central-1:123456789012:event-bus/default",
                "arn:aws:events:ap-southeast-2:123456789012:event-bus/clinics/schedule.events_1-a",
                "arn:aws-cn:events:cn-north-1:123456789012:event-bus/b",
                "arn:aws-us-gov:events:us-gov-west-1:123456789012:event-bus/b"
            })
    void aBusIsReadFromItsArn(String arn) {
        EventBusArn bus = EventBusArn.parse(arn);

        assertThat(bus.address()).isEqualTo(arn);
        assertThat(bus.arn()).isEqualTo(arn);
        assertThat(bus.account()).isEqualTo("123456789012");
        assertThat(DestinationResource.at(arn)).isEqualTo(bus);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "schedule-events",
                "arn:aws:events:eu-central-1:123456789012:rule/schedule-events",
                "arn:aws:events:eu-central-1:123456789012:event-bus/",
                "arn:aws:events:eu-central-1:123456789012:event-bus/a b",
                "arn:aws:events:eu-central-1:123456789012:event-bus/*",
                "arn:aws:events:eu-central-1:1234:event-bus/b",
                "arn:aws:events::123456789012:event-bus/b",
                "arn:aws:events:evil:123456789012:event-bus/b",
                "arn:aws:sqs:eu-central-1:123456789012:b",
                "arn:aws-eu:events:eu-central-1:123456789012:event-bus/b",
                "arn:aws:events:cn-north-1:123456789012:event-bus/b",
                "arn:aws-cn:events:eu-central-1:123456789012:event-bus/b",
                "arn:aws:events:eu-central-1:123456789012:event-bus/aws.partner/example.com/b"
            })
    void nothingElseIsABusOfTheCustomers(String arn) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> EventBusArn.parse(arn))
                .withMessageStartingWith("event_bus_arn");
    }

    @Test
    void aFifoQueueIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SqsAddress.parse("https://sqs.eu-central-1.amazonaws.com/123456789012/q.fifo"))
                .withMessageContaining("FIFO");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "arn:aws:iam::123456789012:role/schedule-events",
                "arn:aws-cn:iam::123456789012:role/path/to/schedule+events=,.@_-",
                "arn:aws-us-gov:iam::123456789012:role/r"
            })
    void aRoleIsReadFromItsArn(String arn) {
        assertThat(RoleArn.parse(arn).arn()).isEqualTo(arn);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "arn:aws:iam::123456789012:user/u",
                "arn:aws:iam::123456789012:role/",
                "arn:aws:iam::1234:role/r",
                "arn:aws-eu:iam::123456789012:role/r",
                "arn:aws:sts::123456789012:assumed-role/r/s",
                "arn:aws:iam::123456789012:role/r*"
            })
    void nothingElseIsARole(String arn) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RoleArn.parse(arn))
                .withMessageStartingWith("role_arn");
    }

    @ParameterizedTest
    @CsvSource({
        "eu-central-1, 999999999999, 123456789012, aws, queue_url must not be in this service's own",
        "eu-central-1, 123456789012, 999999999999, aws, role_arn must not be in this service's own",
        "eu-central-1, 123456789012, 123456789012, aws-cn, role_arn must be in the partition aws of",
        "cn-north-1, 123456789012, 123456789012, aws-cn, queue_url must be in the partition aws of"
    })
    void whatIsOursOrOutOfReachIsRefused(
            String region, String account, String roleAccount, String partition, String message) {
        RoleArn role = RoleArn.parse("arn:" + partition + ":iam::" + roleAccount + ":role/r");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Destination.of(new SqsAddress(region, account, "q"), role, OWN))
                .withMessageStartingWith(message);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Destination.of(new EventBusArn(region, account, "b"), role, OWN))
                .withMessageStartingWith(message.replace("queue_url", "event_bus_arn"));
    }

    @Test
    void theQueueAndTheRoleMayBeOfTwoAccounts() {
        SqsAddress queue = new SqsAddress("eu-central-1", "123456789012", "q");
        RoleArn role = RoleArn.parse("arn:aws:iam::210987654321:role/r");
        assertThat(Destination.of(queue, role, OWN)).isEqualTo(new Destination(queue, role));
    }
}
