package com.scheduleevents.delivery.notifier;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.ses.model.SesException;

/**
 * Tells whether SES refused an e-mail because of its recipients. It does so in its sandbox alone, where they have to be verified identities
 * of the AWS account too, and where the permission to send has to cover them (Amazon SES Developer Guide, "Request production access").
 */
final class SandboxRefusal {

    private static final String UNVERIFIED = "MessageRejected";
    private static final String DENIED = "AccessDenied";

    /** In "Email address is not verified. The following identities failed the check in region EU-WEST-1: one@example.com, …". */
    private static final Pattern FAILED = Pattern.compile("failed the check in region [^:]*: (.*)");

    /** In "… is not authorized to perform `ses:SendRawEmail' on resource `arn:aws:ses:eu-west-1:123456789012:identity/example.com'". */
    private static final Pattern RESOURCE = Pattern.compile(":identity/([^'`\"\\s]+)");

    private static final Pattern SEPARATOR = Pattern.compile("\\s*,\\s*");

    private SandboxRefusal() {}

    /**
     * Whether the identities that SES names are those of recipients, and none is that of the sender.
     *
     * @param from the sender's address
     * @param to the recipients' addresses
     */
    static boolean isOne(SesException refused, String from, List<String> to) {
        List<String> named = Optional.ofNullable(refused.awsErrorDetails())
                .map(SandboxRefusal::named)
                .orElseGet(List::of);
        Set<String> recipients =
                Set.copyOf(to.stream().flatMap(SandboxRefusal::identities).toList());
        return !named.isEmpty()
                && recipients.containsAll(named)
                && identities(from).noneMatch(named::contains);
    }

    private static List<String> named(AwsErrorDetails details) {
        String message = details.errorMessage();
        return switch (details.errorCode()) {
            case UNVERIFIED ->
                FAILED.matcher(message)
                        .results()
                        .flatMap(failed -> SEPARATOR.splitAsStream(failed.group(1)))
                        .map(SandboxRefusal::normalized)
                        .toList();
            case DENIED ->
                RESOURCE.matcher(message)
                        .results()
                        .map(resource -> normalized(resource.group(1)))
                        .toList();
            default -> List.of();
        };
    }

    /** The identities that an address may be verified by: itself, or its domain. */
    private static Stream<String> identities(String address) {
        String normalized = normalized(address);
        return Stream.of(normalized, normalized.substring(normalized.lastIndexOf('@') + 1));
    }

    private static String normalized(String identity) {
        return identity.strip().toLowerCase(Locale.ROOT);
    }
}
