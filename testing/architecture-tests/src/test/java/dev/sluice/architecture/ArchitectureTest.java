package dev.sluice.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks every rule on the product.
class ArchitectureTest {
    private static final String ROOT = "dev.sluice";

    private static final JavaClasses PRODUCT = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(ROOT);

    @ParameterizedTest
    @MethodSource("rules")
    void theProductKeeps(ArchRule rule) {
        rule.allowEmptyShould(true).check(PRODUCT);
    }

    static Stream<ArchRule> rules() {
        return allRules(ROOT).stream();
    }

    static List<ArchRule> allRules(String root) {
        ImportRules imports = new ImportRules(root);
        DeterminismRules determinism = new DeterminismRules(root);
        PackageRules packages = new PackageRules(root);
        return List.of(
                imports.everyClassIsInAModule(),
                imports.importsPointDown(),
                imports.librariesStayWhereTheyBelong(),
                imports.packagesHaveNoCycles(),
                determinism.noClockIsRead(),
                determinism.nobodySleepsOrSetsTimers(),
                determinism.noHiddenRandomness(),
                determinism.noDefaultExecutors(),
                determinism.pureModulesHaveNoThreadsOrLocks(),
                determinism.pureModulesAreNotSynchronized(),
                determinism.pureModulesDoNoIo(),
                packages.packagesAreNullMarked());
    }

    /// Otherwise a module could escape the rules by being left out of this module's dependencies.
    @Test
    void everyModuleOfTheBuildIsOnTheMapAndIsChecked() {
        List<String> ungoverned = List.of("testing/architecture-tests", "testing/benchmarks", "testing/system-tests");

        assertThat(SourceTree.modulesOfTheBuild())
                .filteredOn(folder -> !ungoverned.contains(folder))
                .allSatisfy(folder -> {
                    Modules.Module module = Modules.named(folder.substring(folder.indexOf('/') + 1));
                    assertThat(module.folder() + "/" + module.name()).isEqualTo(folder);
                    assertThat(PRODUCT)
                            .anyMatch(type -> Modules.of(type.getPackageName(), ROOT)
                                    .filter(module::equals)
                                    .isPresent());
                });
    }

    @Test
    void theMapItselfPointsDown() {
        List<String> seen = new ArrayList<>();
        for (Modules.Module module : Modules.ALL) {
            assertThat(seen).as(module.name()).containsAll(module.mayImport());
            seen.add(module.name());
        }
    }
}
