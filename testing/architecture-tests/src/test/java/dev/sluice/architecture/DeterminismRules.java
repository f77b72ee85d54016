package dev.sluice.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchRule;
import dev.sluice.architecture.Modules.Kind;
import java.util.Set;

/// Rejects what would make a run depend on anything but its input.
///
/// @param root the package above all modules
record DeterminismRules(String root) {
    private static final String REASON =
            "time, randomness and threads come in through constructors (CONTRIBUTING.md, 'What the build refuses')";

    /// Neither by a call nor by a method reference, nor by making the one clock that reads the machine's.
    ArchRule noClockIsRead() {
        return noClasses()
                .that(areOf(Kind.PURE, Kind.EDGE))
                .should()
                .accessTargetWhere(access("java.lang.System", "nanoTime|currentTimeMillis"))
                .orShould()
                .accessTargetWhere(JavaAccess.Predicates.target(nameMatching("now"))
                        .and(JavaAccess.Predicates.target(owner(describe(
                                "java.time", type -> type.getPackageName().startsWith("java.time"))))))
                .orShould()
                .accessTargetWhere(access("java.time.Clock", "system.*|tick.*"))
                .orShould()
                .accessTargetWhere(access("java.time.InstantSource", "system"))
                .orShould()
                .accessTargetWhere(access("java.util.Calendar", "getInstance"))
                .orShould()
                .accessTargetWhere(describe(
                        "new Date()", access -> access.getTarget().getFullName().equals("java.util.Date.<init>()")))
                .orShould()
                .accessTargetWhere(describe(
                        "new SystemClock()",
                        access -> access.getTarget()
                                .getFullName()
                                .startsWith(root + ".runtime.time.SystemClock.<init>(")))
                .because("the clock is an injected Clock: " + REASON);
    }

    ArchRule nobodySleepsOrSetsTimers() {
        return noClasses()
                .that(areOf(Kind.PURE, Kind.EDGE))
                .should()
                .callCodeUnitWhere(call("java.lang.Thread", "sleep"))
                .orShould()
                .callCodeUnitWhere(call("java.util.concurrent.TimeUnit", "sleep"))
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.util.Timer")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo("java.util.concurrent.ScheduledExecutorService")
                .because("waiting is a timer on the injected Timers: " + REASON);
    }

    ArchRule noHiddenRandomness() {
        return noClasses()
                .that(areOf(Kind.PURE, Kind.EDGE))
                .should()
                .dependOnClassesThat(
                        describe("java.util.Random and its heirs", type -> type.isAssignableTo("java.util.Random")))
                .orShould()
                .callCodeUnitWhere(call("java.lang.Math", "random"))
                .orShould()
                .callCodeUnitWhere(call("java.util.UUID", "randomUUID"))
                .orShould()
                .callCodeUnitWhere(call("java.util.random.RandomGenerator", "of|getDefault"))
                .orShould()
                .callCodeUnitWhere(describe(
                        "shuffle without a source",
                        call -> call.getTarget().getFullName().equals("java.util.Collections.shuffle(java.util.List)")))
                .because("random numbers come from Seeds, identifiers from Uuids and TimeOrderedIds: " + REASON);
    }

    ArchRule noDefaultExecutors() {
        return noClasses()
                .that(areOf(Kind.PURE, Kind.EDGE))
                .should()
                .callCodeUnitWhere(call("java.util.concurrent.Executors", "new.*"))
                .orShould()
                .callCodeUnitWhere(call("java.util.concurrent.ForkJoinPool", "commonPool"))
                .orShould()
                .callCodeUnitWhere(call("java.util.Collection", "parallelStream"))
                .orShould()
                .callCodeUnitWhere(call("java.util.stream.BaseStream", "parallel"))
                .orShould()
                .callCodeUnitWhere(describe("an async stage on the common pool", DeterminismRules::isOnCommonPool))
                .because("executors are handed in by the mains: " + REASON);
    }

    ArchRule pureModulesHaveNoThreadsOrLocks() {
        return noClasses()
                .that(areOf(Kind.PURE))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.util.concurrent..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .because("one owner drives a pure module, so there is nothing to lock: " + REASON);
    }

    ArchRule pureModulesAreNotSynchronized() {
        return noMethods()
                .that()
                .areDeclaredInClassesThat(areOf(Kind.PURE))
                .should()
                .haveModifier(JavaModifier.SYNCHRONIZED)
                .allowEmptyShould(true)
                .because("one owner drives a pure module, so there is nothing to lock: " + REASON);
    }

    ArchRule pureModulesDoNoIo() {
        return noClasses()
                .that(areOf(Kind.PURE))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.net..", "java.nio.file..", "java.nio.channels..", "java.sql..", "javax.sql..")
                .orShould()
                .dependOnClassesThat(describe("files, processes and consoles", DeterminismRules::isIo))
                .because("pure modules decide, adapters act: (CONTRIBUTING.md, 'What the build refuses')");
    }

    private DescribedPredicate<JavaClass> areOf(Kind... kinds) {
        Set<Kind> wanted = Set.of(kinds);
        return describe(
                "are in modules of kind " + wanted,
                type -> Modules.of(type.getPackageName(), root)
                        .filter(module -> wanted.contains(module.kind()))
                        .isPresent());
    }

    private static DescribedPredicate<JavaCall<?>> call(String type, String methods) {
        return target(nameMatching(methods)).and(target(owner(assignableTo(type))));
    }

    /// A call or a method reference.
    private static DescribedPredicate<JavaAccess<?>> access(String type, String methods) {
        return JavaAccess.Predicates.target(nameMatching(methods))
                .and(JavaAccess.Predicates.target(owner(assignableTo(type))));
    }

    private static boolean isOnCommonPool(JavaCall<?> call) {
        boolean hasExecutor = call.getTarget().getRawParameterTypes().stream()
                .anyMatch(parameter -> parameter.isAssignableTo("java.util.concurrent.Executor"));
        return call.getTargetOwner().isAssignableTo("java.util.concurrent.CompletionStage")
                && call.getName().endsWith("Async")
                && !hasExecutor;
    }

    private static boolean isIo(JavaClass type) {
        return Set.of("java.lang.Process", "java.lang.ProcessBuilder", "java.lang.Runtime", "java.io.Console")
                        .contains(type.getName())
                || type.getName().startsWith("java.io.File")
                || type.getName().equals("java.io.RandomAccessFile");
    }
}
