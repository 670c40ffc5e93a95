package com.scheduleevents.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.conditions.ArchConditions.callMethod;
import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests the dependencies of the code of all modules. */
final class ArchitectureTest {

    @Test
    void everyModuleIsImported() {
        assertThat(CompiledCode.MODULES)
                .contains("functions/domain", "functions/delivery", "infra/emulator", "infra/local")
                .allSatisfy(module -> assertThat(CompiledCode.ALL.containPackage(CompiledCode.packageOf(module)))
                        .as("classes of %s in %s", module, CompiledCode.packageOf(module))
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
                        // The JDK's names of certificates.
                        "javax.security.auth.x500..",
                        "org.jspecify..",
                        "com.fasterxml.jackson..",
                        "com.networknt.schema..",
                        "com.github.f4b6a3.ulid..",
                        "inet.ipaddr..")
                .check(CompiledCode.ALL);
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
                .check(CompiledCode.ALL);
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
                .check(CompiledCode.ALL);
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
                .check(CompiledCode.ALL);
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
                .check(CompiledCode.ALL);
    }

    /** Otherwise a function, the simulation and the operator's commands each have an adapter that the others forget. */
    @Test
    void onlyTheWiringBuildsStoresAndQueues() {
        DescribedPredicate<JavaClass> stores = resideInAPackage("com.scheduleevents.aws..")
                .and(nameMatching(".*[.](Dynamo|Kms|Sqs)[^.]*"))
                // The only one that is given the URL of any queue.
                .and(not(nameMatching(".*[.]SqsRedriveQueue")));
        noClasses()
                .that()
                // What changes accounts is a store itself, on the Accounts table.
                .resideOutsideOfPackages("com.scheduleevents.aws..", "com.scheduleevents.operator.tenants..")
                .should()
                .callConstructorWhere(target(owner(stores)))
                .check(CompiledCode.ALL);
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
                .check(CompiledCode.ALL);
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.api..")
                .should(dependOn("okhttp3..", "java.net.http.."))
                .check(CompiledCode.ALL);
    }

    @Test
    void functionsDoNotDependOnInfra() {
        noClasses()
                .that()
                .resideInAnyPackage(CompiledCode.packages(CompiledCode.FUNCTIONS.stream()))
                .should(dependOn(CompiledCode.packages(Stream.of(
                        "cloud",
                        "emulator",
                        "ministack",
                        "testkit",
                        "testlog",
                        "local",
                        "operator",
                        "cli",
                        "terminal",
                        "pages",
                        "simulation",
                        "benchmark"))))
                .check(CompiledCode.ALL);
    }

    /** The emulator could be published by itself, with the contract that it shares with the simulation. */
    @Test
    void emulatorDoesNotDependOnTheProduct() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.emulator..")
                .should(dependOnClassesThat(resideInAPackage("com.scheduleevents..")
                        .and(resideOutsideOfPackages("com.scheduleevents.emulator..", "com.scheduleevents.cloud.."))))
                .check(CompiledCode.ALL);
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.cloud..")
                .should(dependOnClassesThat(resideInAPackage("com.scheduleevents..")
                        .and(resideOutsideOfPackage("com.scheduleevents.cloud.."))))
                .check(CompiledCode.ALL);
    }

    @Test
    void testkitDependsOnTheDomainAndTheImitationsOfAwsOnly() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.testkit..")
                .should(dependOnClassesThat(resideInAPackage("com.scheduleevents..")
                        .and(resideOutsideOfPackages(
                                "com.scheduleevents.testkit..",
                                "com.scheduleevents.domain..",
                                "com.scheduleevents.cloud..",
                                "com.scheduleevents.emulator.."))))
                .check(CompiledCode.ALL);
        nothingOutside("com.scheduleevents.testkit..", dependOn("com.scheduleevents.testkit.."));
    }

    @Test
    void operatorDependsOnTheDomainAndItsPortsOnly() {
        nothingIn(
                "com.scheduleevents.operator..", dependOn("com.scheduleevents.api..", "com.scheduleevents.delivery.."));
        for (String module : List.of("domain", "aws", "api", "delivery", "cloud", "emulator", "ministack", "testkit")) {
            nothingIn("com.scheduleevents." + module + "..", dependOn("com.scheduleevents.operator.."));
        }
    }

    /** It is a client of the public API like any other, and could be published by itself with what both command lines share. */
    @Test
    void integratorsCommandLineDependsOnNothingElseOfTheProduct() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.cli..")
                .should(dependOnClassesThat(resideInAPackage("com.scheduleevents..")
                        .and(resideOutsideOfPackages("com.scheduleevents.cli..", "com.scheduleevents.terminal.."))))
                .check(CompiledCode.ALL);
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.terminal..")
                .should(dependOnClassesThat(resideInAPackage("com.scheduleevents..")
                        .and(resideOutsideOfPackage("com.scheduleevents.terminal.."))))
                .check(CompiledCode.ALL);
        nothingOutside("com.scheduleevents.cli..", dependOn("com.scheduleevents.cli.."));
    }

    /** They are in a jar that only the command {@code mcp} loads. */
    @Test
    void serverForAssistantsAloneUsesTheLibrariesOfItsJar() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.cli..")
                .and()
                .resideOutsideOfPackage("com.scheduleevents.cli.mcp.server..")
                .should(dependOn(
                        "com.scheduleevents.cli.mcp.server..",
                        "io.modelcontextprotocol..",
                        "reactor..",
                        "com.networknt..",
                        "org.slf4j.."))
                .check(CompiledCode.ALL);
    }

    @Test
    void embeddedCloudDoesNotDependOnFunctionClasses() {
        nothingIn("com.scheduleevents.local..", dependOn("com.scheduleevents.api..", "com.scheduleevents.delivery.."));
    }

    @Test
    void packagesAreFreeOfCycles() {
        for (String module : CompiledCode.MODULES) {
            slices().matching(CompiledCode.packageOf(module) + ".(*)..")
                    .should()
                    .beFreeOfCycles()
                    .allowEmptyShould(true)
                    .check(CompiledCode.ALL);
        }
    }

    private static void nothingIn(String packages, ArchCondition<JavaClass> condition) {
        noClasses().that().resideInAPackage(packages).should(condition).check(CompiledCode.ALL);
    }

    private static void nothingOutside(String packages, ArchCondition<JavaClass> condition) {
        noClasses().that().resideOutsideOfPackage(packages).should(condition).check(CompiledCode.ALL);
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
}
