package dev.sluice.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/// A rule that cannot fail proves nothing: a class in the `brokenworld` packages breaks each one.
class RulesCanFailTest {
    private static final String ROOT = "brokenworld";
    private static final JavaClasses BROKEN_WORLD = new ClassFileImporter().importPackages(ROOT);

    private final ImportRules imports = new ImportRules(ROOT);
    private final DeterminismRules determinism = new DeterminismRules(ROOT);
    private final PackageRules packages = new PackageRules(ROOT);

    @Test
    void aClassOutsideAllModulesIsRefused() {
        assertRefuses(imports.everyClassIsInAModule(), "brokenworld.common.Homeless is in no module");
    }

    @Test
    void anImportAgainstTheDirectionIsRefused() {
        assertRefuses(imports.importsPointDown(), "graph: ", "brokenworld.scheduling.Cycle");
    }

    @Test
    void anAdapterThatImportsAnotherModulesPartnerIsRefused() {
        assertRefuses(imports.importsPointDown(), "kube-client: ", "brokenworld.graph.Impure");
    }

    @Test
    void aLibraryInAModuleThatMustNotKnowItIsRefused() {
        assertRefuses(imports.librariesStayWhereTheyBelong(), "scheduling: ", "org.assertj.core.api.Assertions");
    }

    @Test
    void packagesInACircleAreRefused() {
        assertRefuses(imports.packagesHaveNoCycles(), "runtime.alpha", "runtime.beta");
    }

    @Test
    void everyWayToReadTheClockIsRefused() {
        assertRefuses(
                determinism.noClockIsRead(),
                "System.nanoTime()",
                "System.currentTimeMillis()",
                "Instant.now()",
                "LocalDate.now()",
                "Clock.systemUTC()",
                "references method <java.lang.System.nanoTime()>",
                "InstantSource.system()",
                "Calendar.getInstance()",
                "brokenworld.runtime.time.SystemClock.<init>()",
                "java.util.Date.<init>()");
    }

    @Test
    void sleepingAndTimersAreRefused() {
        assertRefuses(
                determinism.nobodySleepsOrSetsTimers(),
                "Thread.sleep(",
                "TimeUnit.sleep(",
                "java.util.Timer",
                "ScheduledExecutorService");
    }

    @Test
    void everyHiddenSourceOfRandomnessIsRefused() {
        assertRefuses(
                determinism.noHiddenRandomness(),
                "java.util.Random.<init>()",
                "Math.random()",
                "UUID.randomUUID()",
                "RandomGenerator.getDefault()",
                "Collections.shuffle(java.util.List)",
                "ThreadLocalRandom");
    }

    @Test
    void defaultExecutorsAreRefused() {
        assertRefuses(
                determinism.noDefaultExecutors(),
                "Executors.newCachedThreadPool()",
                "ForkJoinPool.commonPool()",
                "List.parallelStream()",
                "CompletableFuture.runAsync(java.lang.Runnable)");
    }

    @Test
    void threadsAndLocksInPureModulesAreRefused() {
        assertRefuses(
                determinism.pureModulesHaveNoThreadsOrLocks(),
                "java.util.concurrent.locks.ReentrantLock",
                "java.lang.Thread");
        assertRefuses(determinism.pureModulesAreNotSynchronized(), "brokenworld.graph.Impure.guarded()");
    }

    @Test
    void inputAndOutputInPureModulesIsRefused() {
        assertRefuses(determinism.pureModulesDoNoIo(), "java.nio.file.Files", "java.lang.ProcessBuilder");
    }

    @Test
    void aPackageThatIsNotNullMarkedIsRefused() {
        assertRefuses(packages.packagesAreNullMarked(), "brokenworld.common is not @NullMarked");
    }

    @Test
    void theSameCallsAreAllowedWhereTimeAndThreadsComeFrom() {
        JavaClasses mains = new ClassFileImporter().importPackages("brokenworld.cli");

        assertThat(determinism
                        .noClockIsRead()
                        .allowEmptyShould(true)
                        .evaluate(mains)
                        .hasViolation())
                .isFalse();
    }

    private static void assertRefuses(ArchRule rule, String... named) {
        String report = rule.evaluate(BROKEN_WORLD).getFailureReport().toString();

        assertThat(report).contains(named);
    }
}
