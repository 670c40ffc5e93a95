package com.scheduleevents.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Keeps one of each: one implementation of a port, and modules as large as they have a reason to be. */
final class OneOfEachTest {

    /** Where the implementations of ports are: on AWS, and on what imitates AWS. */
    private static final List<String> HOMES = List.of("com.scheduleevents.aws", "com.scheduleevents.cloud");

    /** The other implementations of the domain's ports in main code, and why each exists. */
    private static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry(
                    "HttpsReceivers", "the only one in production: receivers are HTTPS servers, and no service of AWS"),
            Map.entry(
                    "SimulatedReceiverNetwork",
                    "receivers in virtual time: a socket knows no other time than the machine's"),
            Map.entry(
                    "AwsCustomerResources",
                    "the only one in production: what it sends to is in customers' AWS accounts, and reached as receivers are"),
            Map.entry(
                    "SimulatedCustomerResources",
                    "hands everything to AwsCustomerResources, and tells of attempts that end before they come to a destination"),
            Map.entry(
                    "SesMailService",
                    "the only one in production; it writes the form of an e-mail, which belongs to the notifier"),
            Map.entry(
                    "CountingWebhookStore",
                    "counts which transitions a run of the simulation has seen, and hands everything on"),
            Map.entry("CountedChanges", "counts likewise, and hands everything on"),
            Map.entry("CountedBacklog", "counts likewise, and hands everything on"),
            Map.entry("CountedDueWebhooks", "counts likewise, and hands everything on"),
            Map.entry(
                    "SilentMetrics",
                    "the simulation is judged by what receivers, the API and the mailbox saw, and writes no log line"),
            Map.entry(
                    "UncountedMetrics",
                    "fails the meter of cost when a function writes metrics that the template gives it no right to"),
            Map.entry("InMemoryMetrics", "metrics that a test reads: those of production are log lines"),
            Map.entry(
                    "InMemoryWebhooks",
                    "can change a row between a read and a write, which a store on AWS cannot; held by WebhookStoreContract"),
            Map.entry("InMemoryDueWebhooks", "the index of those rows; held by DueWebhookIndexContract"),
            Map.entry("InMemoryIdempotentChanges", "writes those rows; held by IdempotentChangeStoreContract"),
            Map.entry("InMemoryAccounts", "accounts without a table beside those rows"),
            Map.entry("InMemoryApiKeys", "keys without a table beside those rows; held by ApiKeyStoreContract"),
            Map.entry("InMemoryUsageSource", "deliveries to count without a log; held by UsageSourceContract"));

    private static final Path BUDGETS = CompiledCode.ROOT.resolve("infra/architecture/line-budgets.txt");

    @Test
    void portsAreImplementedOnAwsAloneOrWithAReason() {
        Map<String, String> found = CompiledCode.ALL.stream()
                .filter(OneOfEachTest::isPort)
                .flatMap(port -> port.getAllSubclasses().stream().filter(OneOfEachTest::isElsewhere))
                .collect(Collectors.toMap(
                        JavaClass::getSimpleName, JavaClass::getPackageName, (first, _) -> first, TreeMap::new));

        assertThat(found.keySet())
                .as("implementations of ports outside of %s: %s", HOMES, found)
                .containsExactlyInAnyOrderElementsOf(OTHERS.keySet());
    }

    /** A commit that needs more lines raises the budget of its module, and says why beside it. */
    @Test
    void modulesAreNoLargerThanTheirBudgets() throws IOException {
        Map<String, Long> lines = CompiledCode.MODULES.stream()
                .collect(Collectors.toMap(module -> module, OneOfEachTest::linesOfMainCode, (a, _) -> a, TreeMap::new));
        Map<String, Long> budgets = Files.readAllLines(BUDGETS).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split("\\s+", 3))
                .peek(line -> assertThat(line).as("module, lines and reason").hasSize(3))
                .collect(Collectors.toMap(line -> line[0], line -> Long.valueOf(line[1])));

        assertThat(budgets.keySet()).containsExactlyInAnyOrderElementsOf(lines.keySet());
        assertThat(lines).allSatisfy((module, count) -> assertThat(count)
                .as("lines of main code of %s", module)
                .isLessThanOrEqualTo(budgets.get(module)));
    }

    private static boolean isPort(JavaClass type) {
        return type.isInterface()
                && type.isTopLevelClass()
                && type.getPackageName().startsWith("com.scheduleevents.domain.");
    }

    private static boolean isElsewhere(JavaClass type) {
        return !type.isInterface()
                && !type.isAnonymousClass()
                && !type.getModifiers().contains(JavaModifier.ABSTRACT)
                && HOMES.stream().noneMatch(home -> type.getPackageName().startsWith(home))
                && !type.getPackageName().startsWith("com.scheduleevents.domain.");
    }

    private static long linesOfMainCode(String module) {
        try (Stream<Path> files = Files.walk(CompiledCode.ROOT.resolve(module).resolve("src/main/java"))) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .mapToLong(OneOfEachTest::lines)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long lines(Path file) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
