package dev.ibportal.daemon;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;

@AnalyzeClasses(packages = "dev.ibportal.daemon", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule processesAreStartedInOnePlace = noClasses()
            .that()
            .resideOutsideOfPackage("dev.ibportal.daemon.host.linux..")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(ProcessBuilder.class)
            .orShould()
            .callMethodWhere(target(owner(type(Runtime.class))).and(target(name("exec"))))
            .because("commands go through CommandRunner: allow list, time limit, empty environment");

    @ArchTest
    static final ArchRule onlyTheWiringKnowsWhichHostItRunsOn = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.ibportal.daemon.host.linux..",
                    "dev.ibportal.daemon.host.simulated..",
                    "dev.ibportal.daemon.simulate..",
                    "dev.ibportal.daemon.cli..")
            .and()
            .doNotHaveSimpleName("Main")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.ibportal.daemon.host.linux..",
                    "dev.ibportal.daemon.host.simulated..",
                    "dev.ibportal.daemon.simulate..");

    @ArchTest
    static final ArchRule realAndSimulatedHostKnowNothingOfEachOther = noClasses()
            .that()
            .resideInAPackage("dev.ibportal.daemon.host.linux..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.ibportal.daemon.host.simulated..", "dev.ibportal.daemon.simulate..");

    @ArchTest
    static final ArchRule timeIsInjected = noClasses()
            .that()
            // A simulated host offers the machine's own clock to those who ask for no other.
            .resideOutsideOfPackages("dev.ibportal.daemon.cli..", "dev.ibportal.daemon.host.simulated..")
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule onlyCommandLinesEndTheProcess = noClasses()
            .that()
            .resideOutsideOfPackage("dev.ibportal.daemon.cli..")
            .and()
            .doNotHaveSimpleName("Main")
            .should()
            .callMethod(System.class, "exit", int.class);
}
