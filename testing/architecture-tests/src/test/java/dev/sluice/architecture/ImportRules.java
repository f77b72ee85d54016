package dev.sluice.architecture;

import static com.tngtech.archunit.lang.SimpleConditionEvent.violated;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import dev.sluice.architecture.Modules.Module;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/// Rules for imports between modules.
///
/// @param root the package above all modules
record ImportRules(String root) {

    /// Every module may use these.
    private static final List<String> EVERYWHERE = List.of("java..", "javax.sql..", "org.jspecify..");

    ArchRule everyClassIsInAModule() {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should(beInAModule())
                .because("the folder tree is the architecture (CONTRIBUTING.md, 'Modules')");
    }

    ArchRule importsPointDown() {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should(dependOnlyOn(
                        "import only the modules below its own",
                        (module, target) -> Modules.of(target.getPackageName(), root)
                                .map(other -> other.equals(module)
                                        || module.mayImport().contains(other.name()))
                                .orElse(true)))
                .because("imports point down only (CONTRIBUTING.md, 'Modules')");
    }

    ArchRule librariesStayWhereTheyBelong() {
        return classes()
                .that()
                .resideInAPackage(root + "..")
                .should(dependOnlyOn(
                        "use only the libraries of its module",
                        (module, target) -> isOurs(target) || matches(target, allowedIn(module))))
                .because("third-party types live in the modules that adapt them (CONTRIBUTING.md, 'Modules')");
    }

    ArchRule packagesHaveNoCycles() {
        return slices().matching(root + ".(**)")
                .should()
                .beFreeOfCycles()
                .because("packages in a circle are one package (CONTRIBUTING.md, 'Modules')");
    }

    private boolean isOurs(JavaClass target) {
        return target.getPackageName().startsWith(root);
    }

    private static List<String> allowedIn(Module module) {
        List<String> allowed = new ArrayList<>(EVERYWHERE);
        allowed.addAll(module.libraries());
        return allowed;
    }

    private static boolean matches(JavaClass target, List<String> packages) {
        return target.getBaseComponentType().isPrimitive()
                || PackageMatchers.of(packages)
                        .test(target.getBaseComponentType().getPackageName());
    }

    private ArchCondition<JavaClass> dependOnlyOn(String description, BiPredicate<Module, JavaClass> allowed) {
        return new ArchCondition<>(description) {
            @Override
            public void check(JavaClass origin, ConditionEvents events) {
                Modules.of(origin.getPackageName(), root).ifPresent(module -> {
                    for (Dependency dependency : origin.getDirectDependenciesFromSelf()) {
                        if (!allowed.test(module, dependency.getTargetClass())) {
                            events.add(violated(dependency, module.name() + ": " + dependency.getDescription()));
                        }
                    }
                });
            }
        };
    }

    private ArchCondition<JavaClass> beInAModule() {
        return new ArchCondition<>("be in a module of the map") {
            @Override
            public void check(JavaClass origin, ConditionEvents events) {
                if (Modules.of(origin.getPackageName(), root).isEmpty()) {
                    events.add(violated(origin, origin.getName() + " is in no module of the map"));
                }
            }
        };
    }
}
