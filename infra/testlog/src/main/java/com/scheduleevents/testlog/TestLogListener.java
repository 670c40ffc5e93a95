package com.scheduleevents.testlog;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * Keeps the console of a test run quiet: what a test prints goes to a file of its class, a test that fails names that file and
 * shows the last lines it printed, and the run ends with one line that counts its tests. What a test reports is shown at once.
 *
 * <p>The counts, and why tests were skipped, also go to a file in {@code target/test-counts}, named after the system property
 * {@code test.run} where a module runs tests more than once: surefire's reports count too few tests where classes run side by side.
 */
public final class TestLogListener implements TestExecutionListener {

    private final Path module;
    private final PrintStream console;
    private final TestOutput output;
    private final AtomicInteger passed = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger skipped = new AtomicInteger();
    private volatile @Nullable TestPlan plan;
    private final List<String> reasons = new CopyOnWriteArrayList<>();

    /** For JUnit: of the module in whose directory the tests run. */
    public TestLogListener() {
        this(Path.of("").toAbsolutePath(), System.out);
    }

    /**
     * @param module its directory; the files are in {@code target/function-logs} below it
     * @param console takes what is to be seen, and what no test prints
     */
    TestLogListener(Path module, PrintStream console) {
        this.module = module;
        this.console = console;
        this.output = new TestOutput(module.resolve("target").resolve("function-logs"), console);
    }

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        this.plan = plan;
        System.setOut(output.stream());
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        test.getSource().ifPresent(source -> output.begin(className(source)));
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        test.getSource().ifPresent(source -> {
            TestOutput.Printed printed = output.end();
            if (result.getStatus() == Status.FAILED && !printed.lastLines().isEmpty()) {
                console.println(className(source) + ", " + test.getDisplayName()
                        + ", failed. The last lines that it printed, of " + printed.file() + ":\n"
                        + String.join("\n", printed.lastLines()));
            }
        });
        if (test.isTest()) {
            counter(result.getStatus()).incrementAndGet();
        }
    }

    private AtomicInteger counter(Status status) {
        return switch (status) {
            case SUCCESSFUL -> passed;
            case FAILED -> failed;
            case ABORTED -> skipped;
        };
    }

    /** Counts the tests of a class that is skipped as a whole. */
    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        reasons.add(reason.lines().findFirst().orElse(""));
        skipped.addAndGet(test.isTest() ? 1 : testsOf(test));
    }

    private int testsOf(TestIdentifier container) {
        return (int) requireNonNull(plan).getDescendants(container).stream()
                .filter(TestIdentifier::isTest)
                .count();
    }

    /** Shows what a test reports, such as the seed that it drew. */
    @Override
    public void reportingEntryPublished(TestIdentifier test, ReportEntry entry) {
        entry.getKeyValuePairs().values().forEach(value -> console.println(name() + ": " + value));
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        System.setOut(console);
        output.close();
        console.printf("%s: %d passed, %d failed, %d skipped%n", name(), passed.get(), failed.get(), skipped.get());
        writeCounts();
    }

    private void writeCounts() {
        Path counts = module.resolve("target/test-counts");
        try {
            Files.createDirectories(counts);
            Files.writeString(
                    counts.resolve(System.getProperty("test.run", "tests")),
                    "%d %d %d%n%s".formatted(passed.get(), failed.get(), skipped.get(), String.join("\n", reasons)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path name() {
        return module.subpath(Math.max(0, module.getNameCount() - 2), module.getNameCount());
    }

    private static String className(TestSource source) {
        return switch (source) {
            case MethodSource method -> method.getClassName();
            case ClassSource type -> type.getClassName();
            default -> throw new IllegalArgumentException(source + " is neither a class nor a method.");
        };
    }
}
