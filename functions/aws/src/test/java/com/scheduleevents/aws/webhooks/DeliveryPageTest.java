package com.scheduleevents.aws.webhooks;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.domain.circuit.CircuitBreaker;
import com.scheduleevents.domain.event.EventId;
import com.scheduleevents.domain.receiver.OutcomeClass;
import com.scheduleevents.domain.webhook.DueMail;
import com.scheduleevents.domain.webhook.Health.LastFailure;
import com.scheduleevents.domain.webhook.Health.RejectedEvent;
import com.scheduleevents.domain.webhook.HealthWrite;
import com.scheduleevents.domain.webhook.OpenCircuit;
import com.scheduleevents.domain.webhook.WebhookId;
import com.scheduleevents.emulator.template.Template;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of docs/delivery.md and docs/delivery-internals.md say what the code and the template say. */
final class DeliveryPageTest {

    private static final Path CUSTOMERS = Path.of("../../docs/delivery.md");
    private static final Path ENGINEERS = Path.of("../../docs/delivery-internals.md");
    private static final Path TEMPLATE = Path.of("../../template.yaml");
    private static final String EVERY_WRITE =
            "attribute_exists(id) AND #status = :active AND generation = :generation AND attribute_not_exists(suspended)";
    private static final Instant T = Instant.EPOCH;
    private static final OpenCircuit CIRCUIT = new OpenCircuit(1, Duration.ofSeconds(10));
    private static final LastFailure FAILURE = new LastFailure(OutcomeClass.DNS, OptionalInt.empty());
    private static final RejectedEvent REFUSAL =
            new RejectedEvent(new EventId("evt_01KAJ9Z3M8V4W6X0Y2T5R7Q9PB"), T, 5, FAILURE, T);

    /** A write as it is at its fullest, and at its least. */
    private record Written(HealthWrite full, HealthWrite least) {

        Written(HealthWrite only) {
            this(only, only);
        }

        String row() {
            return "| `" + full.getClass().getSimpleName() + "` |";
        }

        String update() {
            return Stream.of(full, least)
                    .map(write -> code(expression(write).update()))
                    .distinct()
                    .collect(Collectors.joining(" or "));
        }

        String condition() {
            String whole = expression(full).condition();
            assertThat(whole).isEqualTo(expression(least).condition());
            if (full instanceof HealthWrite.Leased) {
                return code(whole);
            }
            assertThat(whole).startsWith(EVERY_WRITE);
            String own = whole.substring(EVERY_WRITE.length()).replaceFirst("^ AND ", "");
            return own.isEmpty() ? "" : code(own);
        }

        private static HealthExpression expression(HealthWrite write) {
            WebhookId webhook = new WebhookId("whk_1");
            return write instanceof HealthWrite.Leased lease
                    ? new HealthExpression(webhook, lease)
                    : new HealthExpression(webhook, 1, write);
        }

        private static String code(String text) {
            return "`" + text + "`";
        }
    }

    static Stream<Written> writes() {
        Optional<Instant> some = Optional.of(T);
        return Stream.of(
                new Written(
                        new HealthWrite.Recovered(T, T, true, Optional.of(DueMail.recovered(T))),
                        new HealthWrite.Recovered(T, T, false, Optional.empty())),
                new Written(
                        new HealthWrite.Failed(T, FAILURE, Optional.of(Duration.ofHours(1))),
                        new HealthWrite.Failed(T, FAILURE, Optional.empty())),
                new Written(new HealthWrite.Opened(CIRCUIT, T)),
                new Written(new HealthWrite.Leased(T, T)),
                new Written(new HealthWrite.Paced(T, CIRCUIT, T)),
                new Written(new HealthWrite.Closed(T, some, T), new HealthWrite.Closed(T, Optional.empty(), T)),
                new Written(new HealthWrite.Reopened(T, CIRCUIT, T)),
                new Written(new HealthWrite.Settled(T, some), new HealthWrite.Settled(T, Optional.empty())),
                new Written(new HealthWrite.Warned(T, DueMail.warning(T))),
                new Written(new HealthWrite.Refused(REFUSAL, T)),
                new Written(new HealthWrite.Slow(true)));
    }

    @ParameterizedTest
    @MethodSource("writes")
    void tableShowsEveryWriteAsItIsSent(Written write) throws IOException {
        assertThat(rows(ENGINEERS, write.row())).as(write.row()).singleElement().satisfies(row -> assertThat(
                        row.subList(2, 4))
                .containsExactly(write.condition(), write.update()));
    }

    @Test
    void tableLeavesOutNoWrite() throws IOException {
        assertThat(writes().map(write -> write.full().getClass().getSimpleName()))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(HealthWrite.class.getPermittedSubclasses())
                        .map(Class::getSimpleName)
                        .toList());
        assertThat(Files.readString(ENGINEERS)).contains("`" + EVERY_WRITE + "`");
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
                        List.of("`FAILURES`", Integer.toString(CircuitBreaker.FAILURES), "CircuitBreaker"),
                        List.of("`FASTEST_PACE`", Integer.toString(CircuitBreaker.FASTEST_PACE), "CircuitBreaker"),
                        List.of(
                                "`REJECTION_MAIL_SPACING`",
                                Integer.toString(CircuitBreaker.REJECTION_MAIL_SPACING),
                                "CircuitBreaker")));
    }

    @Test
    void everyOutcomeIsExplained() throws IOException {
        for (OutcomeClass outcome : OutcomeClass.values()) {
            assertThat(rows(CUSTOMERS, "| `" + outcome.wireName() + "` |")).hasSize(1);
        }
    }

    /** The cells of the rows that begin so. */
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

    /** As in "1 h 51 m 10 s". */
    private static String words(Duration duration) {
        return Stream.of(duration.toHours() + " h", duration.toMinutesPart() + " m", duration.toSecondsPart() + " s")
                .filter(part -> !part.startsWith("0 "))
                .collect(Collectors.joining(" "));
    }
}
