package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.cloud.template.Template;
import com.scheduleevents.domain.account.AccountId;
import com.scheduleevents.domain.account.ApiKeyId;
import com.scheduleevents.domain.account.Clinics;
import com.scheduleevents.domain.circuit.BacklogDrain;
import com.scheduleevents.domain.circuit.CircuitBreaker;
import com.scheduleevents.domain.circuit.OwnerWarnings;
import com.scheduleevents.domain.delivery.NextStep;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.Health;
import com.scheduleevents.domain.webhook.HealthChange;
import com.scheduleevents.domain.webhook.HealthChange.Rule;
import com.scheduleevents.domain.webhook.SealedSecret;
import com.scheduleevents.domain.webhook.Webhook;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.domain.webhook.WebhookSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Tests that the tables of docs/delivery.md and docs/delivery-internals.md match the code and the template. */
final class DeliveryPageTest {

    private static final Path CUSTOMERS = Path.of("../../docs/delivery.md");
    private static final Path ENGINEERS = Path.of("../../docs/delivery-internals.md");
    private static final Path TEMPLATE = Path.of("../../template.yaml");

    @ParameterizedTest
    @EnumSource(Rule.class)
    void tableShowsEveryRule(Rule rule) throws IOException {
        assertThat(rows(ENGINEERS, "| `" + rule + "` |")).hasSize(1);
    }

    @Test
    void pageShowsTheConditionAsItIsSent() throws IOException {
        Webhook read = Webhook.registered(
                        new AccountId("acc_1"),
                        new WebhookId("whk_1"),
                        new ApiKeyId("key_1"),
                        new WebhookSettings("https://example.com/", List.of("*"), Optional.empty(), Optional.empty()),
                        new Clinics.All(),
                        new SealedSecret(1, "key", "sealed"),
                        Instant.EPOCH)
                .with(Health.UNKNOWN.withRevision(7));
        HealthChange change = new HealthChange(Rule.MEASURED, read.health().withSlow(true));

        UpdateItemRequest update =
                new HealthUpdate(read, change).of(UpdateItemRequest.builder()).build();

        assertThat(Files.readString(ENGINEERS)).contains("`" + update.conditionExpression() + "`");
    }

    @Test
    void retryScheduleIsThatOfTheTemplate() throws IOException {
        List<Duration> waits = Arrays.stream(
                        Template.parameterDefault(TEMPLATE, "RetryWaits").split(",", -1))
                .map(Duration::parse)
                .toList();
        Duration since = Duration.ZERO;
        for (int n = 0; n < waits.size(); n++) {
            since = since.plus(waits.get(n));
            assertThat(rows(CUSTOMERS, "| " + (n + 2) + " |"))
                    .containsExactly(List.of(Integer.toString(n + 2), words(waits.get(n)), words(since)));
        }
        assertThat(rows(CUSTOMERS, "| " + (waits.size() + 2) + " |"))
                .containsExactly(List.of(
                        Integer.toString(waits.size() + 2),
                        "the rest",
                        words(Duration.parse(Template.parameterDefault(TEMPLATE, "RetryWindow")))));
    }

    @ParameterizedTest
    @MethodSource("figures")
    void figureIsThatOfTheCodeOrTheTemplate(List<String> figure) throws IOException {
        assertThat(rows(ENGINEERS, "| " + figure.getFirst() + " |")).containsExactly(figure);
    }

    static Stream<List<String>> figures() throws IOException {
        Stream<List<String>> parameters = Stream.of(
                        "FirstProbeWait",
                        "LongestProbeWait",
                        "ProbeLease",
                        "WarnAfter",
                        "ReceiverTimeout",
                        "RetryWindow")
                .map(name -> List.of("`" + name + "`", parameter(name), "template.yaml"));
        return Stream.concat(
                parameters,
                Stream.of(
                        figure("OPENING_SCORE", CircuitBreaker.OPENING_SCORE, "CircuitBreaker"),
                        figure("PROBES_TO_CLOSE", CircuitBreaker.PROBES_TO_CLOSE, "CircuitBreaker"),
                        figure("INCREASE", BacklogDrain.INCREASE, "BacklogDrain"),
                        figure("FASTEST", BacklogDrain.FASTEST, "BacklogDrain"),
                        figure("REJECTION_MAIL_SPACING", OwnerWarnings.REJECTION_MAIL_SPACING, "OwnerWarnings"),
                        List.of("`INTERVAL`", words(BacklogDrain.INTERVAL), "BacklogDrain"),
                        List.of("`LONGEST_STEP`", words(BacklogDrain.LONGEST_STEP), "BacklogDrain"),
                        List.of("`LONGEST_TURN`", words(NextStep.LONGEST_TURN), "NextStep"),
                        List.of("`LATEST_RETRY`", words(NextStep.LATEST_RETRY), "NextStep")));
    }

    private static List<String> figure(String name, int value, String holder) {
        return List.of("`" + name + "`", Integer.toString(value), holder);
    }

    @Test
    void everyOutcomeIsExplained() throws IOException {
        for (OutcomeClass outcome : OutcomeClass.values()) {
            assertThat(rows(CUSTOMERS, "| `" + outcome.wireName() + "` |")).hasSize(1);
        }
    }

    /** The cells of the rows that begin with this text. */
    private static List<List<String>> rows(Path page, String beginning) throws IOException {
        return Files.readAllLines(page).stream()
                .filter(line -> line.startsWith(beginning))
                .map(line -> Arrays.stream(
                                line.substring(1, line.lastIndexOf('|')).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    private static String parameter(String name) {
        try {
            return words(Duration.parse(Template.parameterDefault(TEMPLATE, name)));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Formats a duration, such as "1 h 51 m 10 s". */
    private static String words(Duration duration) {
        return Stream.of(duration.toHours() + " h", duration.toMinutesPart() + " m", duration.toSecondsPart() + " s")
                .filter(part -> !part.startsWith("0 "))
                .collect(Collectors.joining(" "));
    }
}
