package dev.sluice.architecture;

import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import org.jspecify.annotations.NullMarked;

/// Rules for every package.
///
/// @param root the package above all modules
record PackageRules(String root) {

    ArchRule packagesAreNullMarked() {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should(resideInANullMarkedPackage())
                .because("NullAway checks only what is @NullMarked (CONTRIBUTING.md, 'What the build refuses')");
    }

    private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
        return new ArchCondition<>("reside in a package with @NullMarked in its package-info.java") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!type.getPackage().isAnnotatedWith(NullMarked.class)) {
                    events.add(violated(type, type.getPackageName() + " is not @NullMarked"));
                }
            }
        };
    }
}
