package dev.ibportal.portal;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;

@AnalyzeClasses(packages = "dev.ibportal.portal", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String PLATFORM = "dev.ibportal.portal.platform..";

    @ArchTest
    static final ArchRule platformKnowsNoFeature = noClasses()
            .that()
            .resideInAPackage(PLATFORM)
            .should()
            .dependOnClassesThat(DescribedPredicate.describe(
                    "belong to a feature",
                    type -> type.getPackageName().startsWith("dev.ibportal.portal.")
                            && !type.getPackageName().startsWith("dev.ibportal.portal.platform")));

    @ArchTest
    static final ArchRule featuresDoNotGoRoundInCircles =
            slices().matching("dev.ibportal.portal.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule coresAreFreeOfFrameworks = noClasses()
            .that()
            .resideInAPackage("dev.ibportal.portal..core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta..", "io.quarkus..", "org.hibernate..", "java.sql..", "io.grpc..");

    /** The platform's own tables aside, and the one insert by which the audit log joins any transaction. */
    @ArchTest
    static final ArchRule sqlIsWhereItIsLookedFor = noClasses()
            .that()
            .haveSimpleNameNotEndingWith("Sql")
            .and()
            .resideOutsideOfPackage(PLATFORM)
            .and()
            .doNotHaveSimpleName("AuditLog")
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(Statement.class, PreparedStatement.class);

    @ArchTest
    static final ArchRule timeIsInjected = noClasses()
            .that()
            .resideOutsideOfPackage("dev.ibportal.portal.platform.config..")
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(LocalDate.class, "now")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule daemonsAreReachedByTheWireOnly =
            noClasses().should().dependOnClassesThat().resideInAPackage("dev.ibportal.daemon..");
}
