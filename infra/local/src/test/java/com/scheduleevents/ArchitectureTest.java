package com.scheduleevents;

import static com.tngtech.archunit.core.domain.JavaModifier.ABSTRACT;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
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
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Holds the map of the code: what may know what. It reads what the other modules compiled, not what it could load. */
final class ArchitectureTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final JavaClasses ALL = new ClassFileImporter()
            .importPaths(Stream.of(
                            "functions/domain",
                            "functions/aws",
                            "functions/api",
                            "functions/delivery",
                            "infra/operator",
                            "infra/local")
                    .map(module -> ROOT.resolve(module).resolve("target/classes"))
                    .toList());

    @Test
    void everyModuleIsLookedAt() {
        assertThat(Stream.of("domain", "aws", "api", "delivery", "operator", "local"))
                .allMatch(module -> ALL.containPackage("com.scheduleevents." + module));
    }

    @Test
    void theDomainKnowsNoCloud() {
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
                        "com.samskivert.mustache..",
                        "inet.ipaddr..")
                .check(ALL);
    }

    @Test
    void theDomainAsksTheWorldForNeitherTimeNorLuck() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.domain..")
                .should()
                .callMethod(Instant.class, "now")
                .orShould()
                .callMethod(Clock.class, "systemUTC")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(UUID.class, "randomUUID")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Random.class)
                .check(ALL);
    }

    /** A snapshot would hand what they draw upon to every instance of the function. */
    @Test
    void theFunctionsDrawUponNoRandomnessButTheFreshOne() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "com.scheduleevents.aws..", "com.scheduleevents.api..", "com.scheduleevents.delivery..")
                .and()
                .resideOutsideOfPackage("com.scheduleevents.aws.snapshot..")
                .should()
                .callMethod(UUID.class, "randomUUID")
                .orShould()
                .callMethod(Math.class, "random")
                .orShould()
                .callMethod(RandomGenerator.class, "getDefault")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Random.class)
                .check(ALL);
    }

    @Test
    void dependenciesPointOneWay() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.aws..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.scheduleevents.api..", "com.scheduleevents.delivery..")
                .check(ALL);
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.api..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.scheduleevents.delivery..")
                .check(ALL);
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.delivery..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.scheduleevents.api..")
                .check(ALL);
        noClasses()
                .that()
                .resideOutsideOfPackage("com.scheduleevents.local..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.scheduleevents.local..")
                .check(ALL);
    }

    @Test
    void theOperatorKnowsTheDomainAndItsPortsAlone() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.operator..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.scheduleevents.api..", "com.scheduleevents.delivery..")
                .check(ALL);
        noClasses()
                .that()
                .resideOutsideOfPackage("com.scheduleevents.operator..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.scheduleevents.operator..")
                .check(ALL);
    }

    @Test
    void theEmbeddedCloudKnowsFunctionsByTheirJarsAlone() {
        noClasses()
                .that()
                .resideInAPackage("com.scheduleevents.local..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("com.scheduleevents.api..", "com.scheduleevents.delivery..")
                .check(ALL);
    }

    @Test
    void noTwoPackagesNeedEachOther() {
        for (String module : new String[] {"domain", "aws", "api", "delivery", "operator", "local"}) {
            slices().matching("com.scheduleevents." + module + ".(*)..")
                    .should()
                    .beFreeOfCycles()
                    .check(ALL);
        }
    }

    @Test
    void everyPackageSaysWhatNullMeans() {
        assertThat(ALL.stream().map(JavaClass::getPackage).distinct())
                .allSatisfy(javaPackage -> assertThat(marked(javaPackage))
                        .as("%s has a package-info with @NullMarked", javaPackage.getName())
                        .isTrue());
    }

    @Test
    void nothingIsMeantToBeExtended() {
        classes()
                .that(are(ordinary()))
                .should()
                .haveModifier(FINAL)
                .orShould()
                .haveModifier(ABSTRACT)
                .check(ALL);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses()
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Impl|Common)")
                .check(ALL);
    }

    @Test
    void functionsWriteToTheLogAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackage("com.scheduleevents.local..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(ALL);
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
