package com.scheduleevents.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaModifier.ABSTRACT;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethod;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchCondition;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Tests the dependencies and names of the code. It reads the compiled classes of all modules, not its own class path. */
final class ArchitectureTest {

    private static final Path ROOT = Path.of("..", "..");

    /** The modules that run on Lambda; each may depend on the ones before it. */
    private static final List<String> FUNCTIONS = List.of("domain", "aws", "api", "delivery");

    /** The modules that have main code. */
    private static final List<String> MODULES =
            modules().filter(module -> Files.isDirectory(compiled(module))).toList();

    private static final JavaClasses ALL = new ClassFileImporter()
            .importPaths(MODULES.stream().map(ArchitectureTest::compiled).toList());

    @Test
    void everyModuleIsImported() {
        assertThat(MODULES)
                .contains("functions/domain", "functions/delivery", "infra/emulator", "infra/local")
                .allSatisfy(module -> assertThat(ALL.containPackage(packageOf(module)))
                        .as("classes of %s in %s", module, packageOf(module))
                        .isTrue());
    }

    @Test
    void domainDependsOnNoCloudApi() {
        classes()
                .that()
                .resideInAPackage("com.scheduleevents.domain..")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "com.scheduleevents.domain..",
                        "java..",
                        "javax.crypto..",
                        "org.jspecify..",
                        "com.fasterxml.jackson..",
                        "com.networknt.schema..",
                        "com.github.f4b6a3.ulid..",
                        "inet.ipaddr..")
                .check(ALL);
    }

    /** An event is JSON by definition, and its type is a JSON schema; nothing else of the domain has a wire format. */
    @Test
    void onlyTheEventsOfTheDomainDependOnJson() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.domain..")
                .and()
                .resideOutsideOfPackage("com.scheduleevents.domain.event..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.fasterxml.jackson..", "com.networknt.schema..")
                .check(ALL);
    }

    @Test
    void domainUsesNeitherTheClockNorRandomness() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.domain..")
                .should(drawRandomness())
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .check(ALL);
    }

    /** Every instance restored from a snapshot would draw the same random values. */
    @Test
    void functionsUseRestoreSafeRandomnessOnly() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "com.scheduleevents.aws..", "com.scheduleevents.api..", "com.scheduleevents.delivery..")
                .and()
                .resideOutsideOfPackage("com.scheduleevents.aws.snapshot..")
                .should(drawRandomness())
                .check(ALL);
    }

    @Test
    void dependenciesPointOneWay() {
        nothingIn("com.scheduleevents.aws..", dependOn("com.scheduleevents.api..", "com.scheduleevents.delivery.."));
        nothingIn("com.scheduleevents.api..", dependOn("com.scheduleevents.delivery.."));
        nothingIn("com.scheduleevents.delivery..", dependOn("com.scheduleevents.api.."));
        // The meter measures the embedded cloud.
        noClasses()
                .that()
                .resideOutsideOfPackages("com.scheduleevents.local..", "com.scheduleevents.benchmark..")
                .should(dependOn("com.scheduleevents.local.."))
                .check(ALL);
    }

    /** Only the sender runs in the network whose addresses receivers know: docs/egress.md. */
    @Test
    void onlyTheSenderCallsReceivers() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.delivery..")
                .and()
                .resideOutsideOfPackages(
                        "com.scheduleevents.delivery.sender..", "com.scheduleevents.delivery.receiver..")
                .should(dependOn("com.scheduleevents.delivery.receiver.."))
                .check(ALL);
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.api..")
                .should(dependOn("okhttp3..", "java.net.http.."))
                .check(ALL);
    }

    @Test
    void functionsDoNotDependOnInfra() {
        noClasses()
                .that()
                .resideInAnyPackage(packages(FUNCTIONS.stream()))
                .should(dependOn(packages(Stream.of(
                        "emulator",
                        "ministack",
                        "testkit",
                        "testlog",
                        "local",
                        "operator",
                        "cli",
                        "simulation",
                        "benchmark"))))
                .check(ALL);
    }

    /** The emulator could be published by itself. */
    @Test
    void emulatorDoesNotDependOnTheProduct() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.emulator..")
                .should(dependOnClassesThat(resideInAPackage("com.scheduleevents..")
                        .and(resideOutsideOfPackage("com.scheduleevents.emulator.."))))
                .check(ALL);
    }

    @Test
    void testkitDependsOnTheDomainAndTheEmulatorOnly() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.testkit..")
                .should(dependOnClassesThat(resideInAPackage("com.scheduleevents..")
                        .and(resideOutsideOfPackages(
                                "com.scheduleevents.testkit..",
                                "com.scheduleevents.domain..",
                                "com.scheduleevents.emulator.."))))
                .check(ALL);
        nothingOutside("com.scheduleevents.testkit..", dependOn("com.scheduleevents.testkit.."));
    }

    @Test
    void operatorDependsOnTheDomainAndItsPortsOnly() {
        nothingIn(
                "com.scheduleevents.operator..", dependOn("com.scheduleevents.api..", "com.scheduleevents.delivery.."));
        for (String module : List.of("domain", "aws", "api", "delivery", "emulator", "ministack", "testkit")) {
            nothingIn("com.scheduleevents." + module + "..", dependOn("com.scheduleevents.operator.."));
        }
    }

    /** It is a client of the public API like any other, and could be published by itself. */
    @Test
    void integratorsCommandLineDependsOnNothingElseOfTheProduct() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.cli..")
                .should(dependOnClassesThat(resideInAPackage("com.scheduleevents..")
                        .and(resideOutsideOfPackage("com.scheduleevents.cli.."))))
                .check(ALL);
        nothingOutside("com.scheduleevents.cli..", dependOn("com.scheduleevents.cli.."));
    }

    @Test
    void embeddedCloudDoesNotDependOnFunctionClasses() {
        nothingIn("com.scheduleevents.local..", dependOn("com.scheduleevents.api..", "com.scheduleevents.delivery.."));
    }

    @Test
    void packagesAreFreeOfCycles() {
        for (String module : MODULES) {
            slices().matching(packageOf(module) + ".(*)..")
                    .should()
                    .beFreeOfCycles()
                    .allowEmptyShould(true)
                    .check(ALL);
        }
    }

    /** A search for a class name leads to one place. */
    @Test
    void simpleClassNamesAreUnique() {
        Map<String, List<Path>> byName = modules()
                .flatMap(ArchitectureTest::sources)
                .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        byName.remove("package-info.java");
        assertThat(byName.values()).filteredOn(files -> files.size() > 1).isEmpty();
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(ALL.stream().map(JavaClass::getPackage).distinct())
                .allSatisfy(javaPackage -> assertThat(marked(javaPackage))
                        .as("%s has a package-info with @NullMarked", javaPackage.getName())
                        .isTrue());
    }

    @Test
    void ordinaryClassesAreFinalOrAbstract() {
        classes()
                .that(are(ordinary()))
                .should()
                .haveModifier(FINAL)
                .orShould()
                .haveModifier(ABSTRACT)
                .check(ALL);
    }

    @Test
    void classNamesAvoidGenericSuffixes() {
        noClasses()
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Helpers|(?<!Trust)Manager|Impl|Common)")
                .check(ALL);
    }

    /** What people and programs read goes where the caller says; nothing prints beside it. */
    @Test
    void functionsAndCommandsDoNotWriteToTheConsole() {
        noClasses()
                .that()
                .resideInAnyPackage(packages(Stream.concat(FUNCTIONS.stream(), Stream.of("operator", "cli"))))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(ALL);
    }

    /** The modules that the root pom.xml lists. */
    private static Stream<String> modules() {
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

    /** None of a module that only runs a plugin. */
    private static Stream<Path> sources(String module) {
        Path sources = ROOT.resolve(module).resolve("src");
        if (!Files.exists(sources)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String packageOf(String module) {
        return "com.scheduleevents." + module.substring(module.indexOf('/') + 1);
    }

    private static String[] packages(Stream<String> modules) {
        return modules.map(module -> "com.scheduleevents." + module + "..").toArray(String[]::new);
    }

    private static void nothingIn(String packages, ArchCondition<JavaClass> condition) {
        noClasses().that().resideInAPackage(packages).should(condition).check(ALL);
    }

    private static void nothingOutside(String packages, ArchCondition<JavaClass> condition) {
        noClasses().that().resideOutsideOfPackage(packages).should(condition).check(ALL);
    }

    private static ArchCondition<JavaClass> dependOn(String... packages) {
        return dependOnClassesThat(resideInAnyPackage(packages));
    }

    private static ArchCondition<JavaClass> drawRandomness() {
        return dependOnClassesThat(assignableTo(Random.class))
                .or(callMethod(UUID.class, "randomUUID"))
                .or(callMethod(Math.class, "random"))
                .or(callMethod(RandomGenerator.class, "getDefault"));
    }

    private static boolean marked(JavaPackage javaPackage) {
        return javaPackage.isAnnotatedWith(NullMarked.class);
    }

    private static DescribedPredicate<JavaClass> ordinary() {
        return DescribedPredicate.describe(
                "ordinary classes",
                type -> !type.isInterface()
                        && !type.isEnum()
                        && !type.isRecord()
                        && !type.isAnonymousClass()
                        && !type.getSimpleName().equals("package-info")
                        && !type.getSimpleName().isEmpty());
    }
}
