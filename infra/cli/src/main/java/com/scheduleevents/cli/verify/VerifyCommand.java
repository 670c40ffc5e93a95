package com.scheduleevents.cli.verify;

import com.scheduleevents.cli.api.ApiFailure;
import com.scheduleevents.cli.api.ApiSession;
import com.scheduleevents.cli.api.ConnectionOptions;
import com.scheduleevents.cli.output.ResultPrinter;
import com.scheduleevents.cli.process.ProcessContext;
import com.scheduleevents.terminal.CommandFailure;
import com.scheduleevents.terminal.InvalidArguments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Verifies the signature of a captured delivery. */
@Command(
        name = "verify",
        description = {
            VerifyCommand.SUMMARY,
            "It reads an HTTP request from standard input, headers and body as they were received. Nothing is sent anywhere,"
                    + " unless --fetch is given."
        })
public final class VerifyCommand implements Callable<Integer> {

    /** What it does, in one sentence of the help. */
    public static final String SUMMARY =
            "Verifies the signature of a delivery, and says why it does not verify: wrong secret, changed body, old time"
                    + " stamp, missing header.";

    @Option(
            names = "--secret",
            paramLabel = "SECRET",
            description = {
                "The signing secret of the webhook, whsec_…; by default that in CLINIC_EVENTS_SECRET. Several, if it was rotated."
            })
    private List<String> secrets = List.of();

    @Option(
            names = "--headers",
            paramLabel = "FILE",
            description = "The headers, one a line, instead of standard input.")
    private Optional<Path> headers = Optional.empty();

    @Option(names = "--body", paramLabel = "FILE", description = "The body; standard input then has the headers only.")
    private Optional<Path> body = Optional.empty();

    @Option(names = "--at", paramLabel = "TIME", description = "When the delivery arrived; by default now.")
    private Optional<Instant> at = Optional.empty();

    @Option(
            names = "--fetch",
            description =
                    "If no signature fits, read the event from the API, to tell a wrong secret from a changed body.")
    private boolean fetch;

    @Mixin
    private final ConnectionOptions connection;

    @Mixin
    private ResultPrinter output = new ResultPrinter();

    private final ProcessContext context;

    /** Reads the request from the standard input of this process. */
    public VerifyCommand(ProcessContext context) {
        this.context = context;
        this.connection = new ConnectionOptions(context);
    }

    @Override
    public Integer call() {
        List<String> given = secrets.isEmpty()
                ? context.variable("CLINIC_EVENTS_SECRET").stream().toList()
                : secrets;
        if (given.isEmpty()) {
            throw new InvalidArguments(
                    "Give the signing secret of the webhook: --secret whsec_…, or CLINIC_EVENTS_SECRET.");
        }
        CapturedRequest request = request();
        Instant received = at.orElseGet(() -> context.clock().instant());
        Verdict verdict = new SignatureDiagnosis(given, received).of(request, () -> original(request));
        output.object(verdict.json(given));
        return verdict.verified() ? 0 : 1;
    }

    private CapturedRequest request() {
        try {
            byte[] first = headers.isPresent()
                    ? Files.readAllBytes(headers.get())
                    : context.input().readAllBytes();
            return body.isPresent()
                    ? RequestReader.read(first, Files.readAllBytes(body.get()))
                    : RequestReader.read(first);
        } catch (IOException e) {
            throw new CommandFailure("The request cannot be read: check the names of its files.", e);
        }
    }

    /** The event as the API has it, which is what was sent byte for byte; empty when it is not to be asked. */
    private Optional<byte[]> original(CapturedRequest request) {
        Optional<String> event = request.header("webhook-id").filter(_ -> fetch);
        return event.flatMap(id -> {
            try (ApiSession api = connection.open()) {
                return Optional.of(api.text(ApiSession.path("events", id)).getBytes(StandardCharsets.UTF_8));
            } catch (ApiFailure failure) {
                if (failure.status() == 404) {
                    output.note("The API has no event " + id + ": it may be a ping, or too old.");
                    return Optional.empty();
                }
                throw failure;
            }
        });
    }
}
