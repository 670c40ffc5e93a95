package com.scheduleevents.e2e;

import com.scheduleevents.emulator.iam.PermissionReport;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.platform.commons.annotation.Testable;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Checks the roles of template.yaml against the calls of the whole suite: nothing was denied to a function, and each of its
 * permissions was used. A permission may be used by a single test, so unused permissions are reported only when every test of the
 * suite ran and passed; otherwise the report lists the tests that did not.
 */
final class SuitePermissions implements AutoCloseable {

    private static final Path REPORT = Path.of("target", "permissions.txt");
    private static final String SOAK = "soak";

    private final Queue<PermissionReport> reports = new ConcurrentLinkedQueue<>();
    private final Set<String> passed = ConcurrentHashMap.newKeySet();
    private final Set<String> failed = ConcurrentHashMap.newKeySet();

    /** Adds the report of a cloud that is about to stop. */
    void add(PermissionReport report) {
        reports.add(report);
    }

    /** Records that one invocation of a test passed. */
    void passed(Class<?> testClass, Method test) {
        passed.add(name(testClass, test));
    }

    /** Records that one invocation of a test failed or was aborted. */
    void failed(Class<?> testClass, Method test) {
        failed.add(name(testClass, test));
    }

    /** Whether the whole suite ran and passed, rather than some of its tests. */
    boolean allPassed() {
        return notPassed().isEmpty();
    }

    private SortedSet<String> notPassed() {
        SortedSet<String> missing = new TreeSet<>(all());
        missing.removeAll(passed);
        missing.addAll(failed);
        return missing;
    }

    /** Runs after the last cloud has stopped; an exception here fails the whole suite. */
    @Override
    public void close() throws IOException {
        PermissionReport report = PermissionReport.of(reports);
        SortedSet<String> unused = report.unused();
        SortedSet<String> notPassed = notPassed();
        Files.writeString(
                REPORT,
                section("Denied", report.denied())
                        + (notPassed.isEmpty()
                                ? section("Allowed and never used", unused)
                                : section(
                                        "What is never used was not judged, because these did not run or pass",
                                        notPassed)));
        if (!report.denied().isEmpty() || (notPassed.isEmpty() && !unused.isEmpty())) {
            throw new AssertionError(
                    "The policies of template.yaml are not what its functions need. " + Files.readString(REPORT));
        }
    }

    /** Every test of the suite, as class name and method name. */
    private static Set<String> all() {
        return classes().stream()
                .filter(type -> !isSoak(type.getAnnotationsByType(Tag.class)))
                .flatMap(type ->
                        AnnotationSupport.findAnnotatedMethods(type, Testable.class, HierarchyTraversalMode.TOP_DOWN)
                                .stream()
                                .filter(test -> !isSoak(test.getAnnotationsByType(Tag.class)))
                                .map(test -> name(type, test)))
                .collect(Collectors.toSet());
    }

    /** Every test class of the suite. */
    static List<Class<?>> classes() {
        return ReflectionSupport.findAllClassesInPackage(
                "com.scheduleevents", type -> type.isAnnotationPresent(RequiresCapability.class), name -> true);
    }

    private static boolean isSoak(Tag... tags) {
        return java.util.Arrays.stream(tags).anyMatch(tag -> tag.value().equals(SOAK));
    }

    private static String name(Class<?> testClass, Method test) {
        return testClass.getSimpleName() + "." + test.getName();
    }

    private static String section(String title, SortedSet<String> lines) {
        return lines.isEmpty() ? title + ": nothing.\n" : title + ":\n" + indented(lines);
    }

    private static String indented(Collection<String> lines) {
        return lines.stream().map(line -> "  " + line + "\n").collect(Collectors.joining());
    }
}
