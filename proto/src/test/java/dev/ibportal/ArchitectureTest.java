package dev.ibportal;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.net.InetAddress;

@AnalyzeClasses(packages = "dev.ibportal", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    @ArchTest
    static final ArchRule valueTypesNeedNothingButTheJdk = classes()
            .that()
            .resideInAPackage("dev.ibportal.types..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("java..", "org.jspecify..", "dev.ibportal.types..");

    @ArchTest
    static final ArchRule addressesAreNeverLookedUp = noClasses()
            .that()
            .resideOutsideOfPackage("dev.ibportal.agent..") // generated
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(InetAddress.class)
            .because("an address is never looked up in DNS");
}
