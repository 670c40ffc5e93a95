package com.scheduleevents.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The compiled classes of all modules, which are not on the class path of the tests. */
final class CompiledCode {

    static final Path ROOT = Path.of("..", "..");

    /** The modules that run on Lambda; each may depend on the ones before it. */
    static final List<String> FUNCTIONS = List.of("domain", "aws", "api", "delivery");

    /** The modules that have main code. */
    static final List<String> MODULES =
            modules().filter(module -> Files.isDirectory(compiled(module))).toList();

    /** Without what JMH generates from the meter's operations. */
    static final JavaClasses ALL = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/jmh_generated/"))
            .importPaths(MODULES.stream().map(CompiledCode::compiled).toList());

    private CompiledCode() {}

    /** The modules that the root pom.xml lists. */
    static Stream<String> modules() {
        try {
            return Pattern.compile("<module>(.*)</module>")
                    .matcher(Files.readString(ROOT.resolve("pom.xml")))
                    .results()
                    .map(module -> module.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path compiled(String module) {
        return ROOT.resolve(module).resolve("target/classes");
    }

    static String packageOf(String module) {
        return "com.scheduleevents." + module.substring(module.indexOf('/') + 1);
    }

    static String[] packages(Stream<String> modules) {
        return modules.map(module -> "com.scheduleevents." + module + "..").toArray(String[]::new);
    }
}
