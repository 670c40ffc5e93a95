package com.scheduleevents.cli.verify;

import com.fasterxml.jackson.databind.JsonNode;
import com.scheduleevents.cli.verify.Verdict.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Verifies a delivery as a receiver does, and finds out what is wrong if it does not verify. A signature does not say whether the secret or
 * the body differs, so the body decides: one that looks like the service's own was signed with another secret. With the event's original,
 * which the API has, that is certain.
 */
final class SignatureDiagnosis {

    /** Older deliveries are refused (requirement R28). */
    static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String SERVICE = "Service-Signature";
    private static final List<String> STANDARD = List.of("webhook-id", "webhook-timestamp", "webhook-signature");

    private final List<String> secrets;
    private final Instant now;

    /**
     * @param secrets the secrets that may have signed it; several during a rotation
     * @param now when the delivery was received
     */
    SignatureDiagnosis(List<String> secrets, Instant now) {
        this.secrets = List.copyOf(secrets);
        this.now = now;
    }

    /**
     * The verdict on a delivery.
     *
     * @param original asked for only if no signature fits: the body that was sent; empty when that is not known
     */
    Verdict of(CapturedRequest request, Supplier<Optional<byte[]>> original) {
        Optional<Verdict> unusable = malformedSecret().or(() -> missing(request));
        if (unusable.isPresent()) {
            return unusable.get();
        }
        List<SignedForm> forms = forms(request);
        if (forms.isEmpty()) {
            return new Verdict(
                    Reason.HEADER_MALFORMED,
                    "The signature headers are not as this service writes them: compare them with docs/receiving-webhooks.md.");
        }
        return fitting(forms, request.body()).map(this::timely).orElseGet(() -> original.get()
                .map(sent -> judged(forms, sent))
                .orElseGet(() -> guessed(forms, request)));
    }

    private Optional<Verdict> malformedSecret() {
        return secrets.stream()
                .filter(secret -> !SignedForm.isSecret(secret))
                .findFirst()
                .map(_ -> new Verdict(
                        Reason.SECRET_MALFORMED,
                        "That is not a signing secret: it begins with whsec_, and the rest is Base64 to its last character. An"
                                + " API key (sk_…) is something else."));
    }

    private static Optional<Verdict> missing(CapturedRequest request) {
        List<String> lacking = request.lacks(STANDARD.toArray(String[]::new));
        if (request.header(SERVICE).isPresent() || lacking.isEmpty()) {
            return Optional.empty();
        }
        String names = lacking.size() == STANDARD.size() ? String.join(", ", STANDARD) : String.join(", ", lacking);
        return Optional.of(new Verdict(
                Reason.HEADER_MISSING,
                "The request has no " + SERVICE + ", and for the other form it lacks " + names
                        + ": pass all headers of the delivery, and check that no proxy removes them."));
    }

    private static List<SignedForm> forms(CapturedRequest request) {
        List<SignedForm> forms = new ArrayList<>();
        request.header(SERVICE).flatMap(SignedForm::service).ifPresent(forms::add);
        if (request.lacks(STANDARD.toArray(String[]::new)).isEmpty()) {
            SignedForm.standard(
                            request.header(STANDARD.get(0)).orElseThrow(),
                            request.header(STANDARD.get(1)).orElseThrow(),
                            request.header(STANDARD.get(2)).orElseThrow())
                    .ifPresent(forms::add);
        }
        return forms;
    }

    private Optional<SignedForm> fitting(List<SignedForm> forms, byte[] body) {
        return forms.stream()
                .filter(form -> secrets.stream().anyMatch(secret -> form.fits(secret, body)))
                .findFirst();
    }

    private Verdict timely(SignedForm form) {
        Duration age = Duration.between(form.at(), now);
        if (age.compareTo(TOLERANCE) > 0) {
            return new Verdict(
                    Reason.TIMESTAMP_OLD,
                    "The signature fits, but its time stamp, " + form.at() + ", is " + readable(age)
                            + " old, and a receiver refuses more than five minutes. For a delivery that you captured earlier, say with"
                            + " --at when it arrived; if it has just arrived, your clock is wrong.");
        }
        if (age.negated().compareTo(TOLERANCE) > 0) {
            return new Verdict(
                    Reason.TIMESTAMP_AHEAD,
                    "The signature fits, but its time stamp, " + form.at() + ", is " + readable(age.negated())
                            + " in the future: your clock is wrong.");
        }
        return new Verdict(Reason.VERIFIED, form.header() + " fits, and was made at " + form.at() + ".");
    }

    /** With the body that was sent there is no doubt. */
    private Verdict judged(List<SignedForm> forms, byte[] sent) {
        boolean thin =
                BodyForms.thin(sent).flatMap(body -> fitting(forms, body)).isPresent();
        return thin || fitting(forms, sent).isPresent()
                ? new Verdict(
                        Reason.BODY_CHANGED,
                        "The body was changed: the signature is that of " + (thin ? "a thin delivery of " : "")
                                + "the event as the API has it. Verify the bytes as they arrive, before anything parses them.")
                : new Verdict(
                        Reason.WRONG_SECRET,
                        "The secret is wrong: the signature does not fit the event as the API has it either. Use the secret of this"
                                + " webhook, the newest one if it was rotated: its fingerprint is among the webhook's signing_secrets.");
    }

    private Verdict guessed(List<SignedForm> forms, CapturedRequest request) {
        byte[] body = request.body();
        for (Map.Entry<String, byte[]> form : BodyForms.of(body).entrySet()) {
            if (fitting(forms, form.getValue()).isPresent()) {
                return changed(form.getKey());
            }
        }
        return damaged(request, body)
                .map(SignatureDiagnosis::changed)
                .or(() -> unfamiliar(body).map(SignatureDiagnosis::probablyChanged))
                .orElseGet(() -> new Verdict(
                        Reason.WRONG_SECRET,
                        "The secret is that of another webhook, or was rotated, or the body was written again in a way that it does not"
                                + " show. Compare the fingerprint with the webhook's signing_secrets; with --fetch, the event that the API has tells"
                                + " which."));
    }

    /** What shows that the body is not as it was sent, whatever this program knows. */
    private static Optional<String> damaged(CapturedRequest request, byte[] body) {
        Optional<JsonNode> json = BodyForms.json(body);
        String id = json.map(event -> event.path("id").asText()).orElse("");
        String length = request.header("Content-Length").orElse(Integer.toString(body.length));
        if (!length.equals(Integer.toString(body.length))) {
            return Optional.of("It has " + body.length + " bytes, and its Content-Length says " + length + ".");
        }
        if (json.isEmpty()) {
            return Optional.of("It is not a JSON object.");
        }
        if (request.header("webhook-id").filter(header -> !header.equals(id)).isPresent()) {
            return Optional.of("It is not the event that webhook-id names.");
        }
        return Optional.empty();
    }

    /** How the body differs from what the service wrote when this program was built: it may write other fields now. */
    private static Optional<String> unfamiliar(byte[] body) {
        JsonNode json = BodyForms.json(body).orElseThrow();
        List<String> differences = new ArrayList<>(new WrittenForm(json).differences());
        if (!Arrays.equals(json.toString().getBytes(StandardCharsets.UTF_8), body)) {
            differences.add("Its JSON has white space or a form that this service does not write.");
        }
        return Optional.of(String.join(" ", differences)).filter(sentence -> !sentence.isEmpty());
    }

    private static Verdict changed(String how) {
        return new Verdict(
                Reason.BODY_CHANGED,
                "The body is not the one that was sent. " + how
                        + " Verify the bytes as they arrive, before anything parses them.");
    }

    private static Verdict probablyChanged(String how) {
        return new Verdict(
                Reason.BODY_CHANGED,
                "The body is probably not the one that was sent. " + how
                        + " Verify the bytes as they arrive, before anything parses them. If they are those, the secret is wrong, and this"
                        + " program older than the service.");
    }

    private static String readable(Duration age) {
        if (age.compareTo(Duration.ofHours(2)) < 0) {
            return age.toMinutes() + " minutes";
        }
        return age.compareTo(Duration.ofDays(2)) < 0 ? age.toHours() + " hours" : age.toDays() + " days";
    }
}
