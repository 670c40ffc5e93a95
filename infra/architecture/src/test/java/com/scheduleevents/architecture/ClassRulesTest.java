package com.scheduleevents.architecture;

import static com.tngtech.archunit.core.domain.JavaModifier.ABSTRACT;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** Tests the names and the form of the classes of all modules. */
final class ClassRulesTest {

    /** A search for a class name leads to one place. */
    @Test
    void simpleClassNamesAreUnique() {
        Map<String, List<Path>> byName = CompiledCode.modules()
                .flatMap(ClassRulesTest::sources)
                .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        byName.remove("package-info.java");
        assertThat(byName.values()).filteredOn(files -> files.size() > 1).isEmpty();
    }

    /** Whoever reads {@code ApiKey} and {@code ApiKeys} side by side takes one for the other. */
    @Test
    void simpleNamesOfMainCodeDifferByMoreThanAnS() {
        Set<String> names = CompiledCode.ALL.stream()
                .filter(JavaClass::isTopLevelClass)
                .map(JavaClass::getSimpleName)
                .collect(Collectors.toSet());
        assertThat(names).isNotEmpty().allSatisfy(name -> assertThat(names).doesNotContain(name + "s"));
    }

    @Test
    void everyPackageIsNullMarked() {
        assertThat(CompiledCode.ALL.stream().map(JavaClass::getPackage).distinct())
                .allSatisfy(javaPackage -> assertThat(marked(javaPackage))
                        .as("%s has a package-info with @NullMarked", javaPackage.getName())
                        .isTrue());
    }

    /** A module that is missing there would be compiled without Error Prone and NullAway. */
    @Test
    void sourcesOfAllModulesAreChecked() throws IOException {
        String checks = Files.readString(CompiledCode.ROOT.resolve("infra/checks/pom.xml"));
        List<String> roots = CompiledCode.modules()
                .flatMap(module -> Stream.of(module + "/src/main/java", module + "/src/test/java"))
                .filter(root -> Files.isDirectory(CompiledCode.ROOT.resolve(root)))
                .toList();
        assertThat(roots).hasSizeGreaterThan(CompiledCode.MODULES.size()).allSatisfy(root -> assertThat(checks)
                .contains("<compileSourceRoot>${maven.multiModuleProjectDirectory}/" + root + "</compileSourceRoot>"));
    }

    @Test
    void ordinaryClassesAreFinalOrAbstract() {
        classes()
                .that(are(ordinary()))
                .and()
                // JMH extends what it measures.
                .resideOutsideOfPackage("com.scheduleevents.benchmark.operations..")
                .should()
                .haveModifier(FINAL)
                .orShould()
                .haveModifier(ABSTRACT)
                .check(CompiledCode.ALL);
    }

    @Test
    void classNamesAvoidGenericSuffixes() {
        noClasses()
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Helpers|(?<!Trust)Manager|Impl|Common)")
                .check(CompiledCode.ALL);
    }

    /** What people and programs read goes where the caller says; nothing prints beside it. */
    @Test
    void functionsAndCommandsDoNotWriteToTheConsole() {
        noClasses()
                .that()
                .resideInAnyPackage(CompiledCode.packages(
                        Stream.concat(CompiledCode.FUNCTIONS.stream(), Stream.of("operator", "cli"))))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .check(CompiledCode.ALL);
    }

    /** Empty for a module that only runs a plugin. */
    private static Stream<Path> sources(String module) {
        Path sources = CompiledCode.ROOT.resolve(module).resolve("src");
        if (!Files.exists(sources)) {
            return Stream.empty();
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
