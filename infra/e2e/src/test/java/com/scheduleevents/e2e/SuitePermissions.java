package com.scheduleevents.e2e;

import com.scheduleevents.emulator.iam.PermissionReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Holds the roles of template.yaml to what the whole suite did: nothing was denied to a function, and each of its permissions
 * was used. What part of the suite never uses says nothing, so that the second holds only where every class ran.
 */
final class SuitePermissions implements AutoCloseable {

    private static final Path REPORT = Path.of("target", "permissions.txt");

    private final Queue<PermissionReport> reports = new ConcurrentLinkedQueue<>();
    private final Set<Class<?>> ran = ConcurrentHashMap.newKeySet();

    /** Of a cloud that is about to stop. */
    void add(PermissionReport report) {
        reports.add(report);
    }

    void ran(Class<?> testClass) {
        ran.add(testClass);
    }

    /** Whether the whole suite ran, rather than some of its classes. */
    boolean allRan() {
        return ran.containsAll(all());
    }

    /** After the last cloud stopped; what is thrown here is a failure of the whole suite. */
    @Override
    public void close() throws IOException {
        PermissionReport report = PermissionReport.of(reports);
        boolean whole = allRan();
        Files.writeString(
                REPORT,
                section("Denied", report.denied())
                        + (whole
                                ? section("Allowed and never used", report.unused())
                                : "What is never used was not looked at: not every end-to-end test ran.\n"));
        if (!report.denied().isEmpty() || (whole && !report.unused().isEmpty())) {
            throw new AssertionError(
                    "The policies of template.yaml are not what its functions need. " + Files.readString(REPORT));
        }
    }

    private static List<Class<?>> all() {
        return ReflectionSupport.findAllClassesInPackage(
                "com.scheduleevents", type -> type.isAnnotationPresent(RequiresCapability.class), name -> true);
    }

    private static String section(String title, SortedSet<String> lines) {
        return lines.isEmpty() ? title + ": nothing.\n" : title + ":\n" + indented(lines);
    }

    private static String indented(Collection<String> lines) {
        return lines.stream().map(line -> "  " + line + "\n").collect(Collectors.joining());
    }
}
