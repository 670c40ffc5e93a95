package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Tests that what SES publishes about e-mails reaches the queue of the mailer, and that nobody else can publish it. The embedded cloud takes
 * the way for granted.
 */
class MailFeedbackTest {

    private final DeclaredTemplate template = new DeclaredTemplate();

    MailFeedbackTest() throws IOException {}

    private JsonNode properties(String resource) {
        return template.at("/Resources/" + resource + "/Properties");
    }

    private static String ref(JsonNode value) {
        return value.path("Ref").asText();
    }

    private static Stream<JsonNode> allowed(JsonNode policy) {
        return policy.at("/PolicyDocument/Statement")
                .valueStream()
                .filter(statement -> statement.path("Effect").asText().equals("Allow"));
    }

    @Test
    void eachMailNamesTheConfigurationSet() {
        JsonNode mailer = properties("MailerFunction");
        assertThat(ref(mailer.at("/Environment/Variables/MAIL_CONFIGURATION_SET")))
                .isEqualTo("MailFeedback");
        assertThat(mailer.path("Policies").toString()).contains("configuration-set/${MailFeedback}");
    }

    @Test
    void bouncesAndComplaintsGoToTheTopicAndFromThereToTheMailQueue() {
        JsonNode destination = properties("MailFeedbackDestination");
        assertThat(ref(destination.path("ConfigurationSetName"))).isEqualTo("MailFeedback");
        assertThat(destination.at("/EventDestination/MatchingEventTypes").toString())
                .isEqualTo("[\"bounce\",\"complaint\"]");
        assertThat(destination.at("/EventDestination/Enabled").asBoolean()).isTrue();
        assertThat(ref(destination.at("/EventDestination/SnsDestination/TopicARN")))
                .isEqualTo("MailFeedbackTopic");
        assertThat(template.at("/Resources/MailFeedbackDestination/DependsOn").asText())
                .as("SES publishes when the destination is created")
                .isEqualTo("MailFeedbackOnly");

        JsonNode subscription = properties("MailFeedbackSubscription");
        assertThat(ref(subscription.path("TopicArn"))).isEqualTo("MailFeedbackTopic");
        assertThat(subscription.path("Protocol").asText()).isEqualTo("sqs");
        assertThat(subscription.at("/Endpoint/Fn::GetAtt").toString()).isEqualTo("[\"MailQueue\",\"Arn\"]");
        assertThat(subscription.has("RawMessageDelivery")).isFalse();
    }

    @Test
    void onlySesOfThisAccountPublishesAndOnlyTheTopicSendsToTheQueue() {
        assertThat(allowed(properties("MailFeedbackOnly"))).singleElement().satisfies(statement -> {
            assertThat(statement.at("/Principal/Service").asText()).isEqualTo("ses.amazonaws.com");
            assertThat(statement.path("Action").asText()).isEqualTo("sns:Publish");
            assertThat(ref(statement.path("Condition").path("StringEquals").path("aws:SourceAccount")))
                    .isEqualTo("AWS::AccountId");
            assertThat(statement
                            .path("Condition")
                            .path("ArnEquals")
                            .path("aws:SourceArn")
                            .toString())
                    .contains(":configuration-set/${MailFeedback}");
        });
        assertThat(allowed(properties("MailQueueSenders"))).singleElement().satisfies(statement -> {
            assertThat(statement.at("/Principal/Service").asText()).isEqualTo("sns.amazonaws.com");
            assertThat(statement.path("Action").asText()).isEqualTo("sqs:SendMessage");
            assertThat(ref(statement.path("Condition").path("ArnEquals").path("aws:SourceArn")))
                    .isEqualTo("MailFeedbackTopic");
        });
    }
}
