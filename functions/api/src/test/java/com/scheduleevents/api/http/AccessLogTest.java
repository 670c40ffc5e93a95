package com.scheduleevents.api.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent.RequestIdentity;
import com.scheduleevents.api.ApiRequest;
import com.scheduleevents.api.Callers;
import com.scheduleevents.testkit.memory.InMemoryMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.LoggerFactory;

class AccessLogTest {

    /** What docs/operations/logs.md states as the length of a long one, without the 200 bytes that the logger and CloudWatch add. */
    private static final int MAX_LENGTH = 450;

    @Test
    void lineSaysWhoReadWhichClinicFromWhere() {
        ApiRequest request = ApiRequest.of(Callers.HARBOUR, "GET", "/events").query("clinic_id=cln_harbour&limit=5");

        assertThat(line(request))
                .isEqualTo("access account_id=acc_1 key_id=key_harbour method=GET resource=/events"
                        + " clinic_id=cln_harbour ids=- status=200 latency_ms=12 source=203.0.113.7 request_id=req-1");
    }

    @Test
    void lineHasTheIdsOfThePathInItsOrder() {
        ApiRequest request = ApiRequest.of(Callers.FULL, "POST", "/webhooks/{webhook_id}/deliveries/{event_id}/dismiss")
                .path("event_id", "evt_2")
                .path("webhook_id", "whk_1");

        assertThat(line(request)).contains(" clinic_id=- ids=whk_1,evt_2 ");
    }

    @Test
    void lineHasNothingElseThatAClientSent() {
        ApiRequest request = ApiRequest.of(Callers.FULL, "POST", "/webhooks/{webhook_id}")
                .path("webhook_id", "Mrs Miller status=200\n{}")
                .query("clinic_id=Mrs Miller&clinic_id=cln_a&clinic_id=cln_b&type=secret-1&since=secret-2&x=secret-3")
                .header("Idempotency-Key", "secret-4")
                .json("{\"secret-5\":1}");

        assertThat(line(request))
                .contains(" clinic_id=invalid,cln_a ids=invalid ")
                .doesNotContain("Miller", "secret", "\n");
    }

    @Test
    void lineOfARequestWithoutAnApiKeyIsComplete() {
        var event = ApiRequest.of(Callers.FULL, "OPTIONS", "/events").build();
        event.getRequestContext().setAuthorizer(null);

        assertThat(AccessLog.line(new Request(event), 204, Duration.ZERO))
                .startsWith("access account_id=- key_id=- method=OPTIONS resource=/events clinic_id=- ids=- status=204")
                .contains(" source=- ");
    }

    @Test
    void longestOrdinaryLineFitsTheSizeThatItsCostIsBasedOn() {
        String ulid = "01KAJ9Z3M8V4W6X0Y2T5R7Q9AA";
        ApiRequest request = ApiRequest.of(Callers.FULL, "POST", "/webhooks/{webhook_id}/deliveries/{event_id}/dismiss")
                .path("webhook_id", "whk_" + ulid)
                .path("event_id", "evt_" + ulid);

        assertThat(line(request)).hasSizeLessThan(MAX_LENGTH);
    }

    @Test
    void queryOfTheOperationsPageParsesTheLine() throws IOException {
        Matcher documented = Pattern.compile("parse formattedMessage \"([^\"]+)\"")
                .matcher(Files.readString(Path.of("..", "..", "docs", "operations", "logs.md")));
        assertThat(documented.find()).isTrue();
        Pattern parsed = Pattern.compile(
                Pattern.quote(documented.group(1)).replace("*", "\\E([^ ]+)\\Q").replace("\\Q\\E", ""));

        Matcher fields = parsed.matcher(
                line(ApiRequest.of(Callers.HARBOUR, "GET", "/events").query("clinic_id=cln_harbour")));
        assertThat(fields.matches()).isTrue();
        assertThat(List.of(fields.group(2), fields.group(4), fields.group(5), fields.group(7)))
                .containsExactly("key_harbour", "/events", "cln_harbour", "200");
    }

    @Test
    @Timeout(60)
    void endpointLogsOneLineForEachRequestEvenIfItFails() {
        Logger logger = loggers().getLogger(AccessLog.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.list = new CopyOnWriteArrayList<>();
        lines.start();
        logger.addAppender(lines);
        Endpoint endpoint = new Endpoint(
                Callers.gate(InstantSource.system(), new InMemoryMetrics()),
                new Route("GET", "/logged", Optional.empty(), Set.of(), (_, _) -> Response.raw(200, "{}")),
                new Route("POST", "/logged", Optional.empty(), Set.of(), (_, _) -> {
                    throw new IllegalStateException("unexpected");
                }));
        endpoint.handle(ApiRequest.of(Callers.FULL, "GET", "/logged").build(), null);
        endpoint.handle(ApiRequest.of(Callers.FULL, "POST", "/logged").build(), null);
        while (logged(lines).size() < 2 && !Thread.currentThread().isInterrupted()) {
            Thread.onSpinWait();
        }
        logger.detachAppender(lines);

        assertThat(logged(lines))
                .satisfiesExactly(
                        read -> assertThat(read).contains("key_id=key_full method=GET", " status=200 "),
                        failed -> assertThat(failed).contains("key_id=key_full method=POST", " status=500 "));
    }

    private static List<String> logged(ListAppender<ILoggingEvent> lines) {
        return lines.list.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(" resource=/logged "))
                .toList();
    }

    /** While a test that runs at the same time initializes SLF4J, there is another factory, and what is logged is kept until then. */
    private static LoggerContext loggers() {
        while (!Thread.currentThread().isInterrupted()) {
            if (LoggerFactory.getILoggerFactory() instanceof LoggerContext loggers) {
                return loggers;
            }
            Thread.onSpinWait();
        }
        throw new IllegalStateException("SLF4J is not initialized");
    }

    private static String line(ApiRequest request) {
        var event = request.build();
        RequestIdentity identity = new RequestIdentity();
        identity.setSourceIp("203.0.113.7");
        event.getRequestContext().setIdentity(identity);
        return AccessLog.line(new Request(event), 200, Duration.ofMillis(12));
    }
}
