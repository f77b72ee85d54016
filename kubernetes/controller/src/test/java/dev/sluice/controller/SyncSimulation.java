package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.HazardCounts.Hazard;
import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.sync.ClusterSync;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.controller.sync.Source;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.scheduling.Event;
import dev.sluice.testkit.kubernetes.FaultyKube;
import dev.sluice.testkit.kubernetes.FaultyKube.Fault;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Seeded runs: a random cluster changes at random while the API server fails at random. The audits find no difference,
/// neither those of quiet moments nor those that come due while it changes.
///
/// `-Dsluice.sync.seeds=1000` runs more of them, `-Dsluice.sync.seed=N` one.
class SyncSimulation {
    private static final int SEEDS = Integer.getInteger("sluice.sync.seeds", 50);
    private static final int ROUNDS = 4;
    private static final int MOVES = 60;

    /// Random faults alone leave few gaps in which something is deleted.
    private static final int MOVES_PER_GAP = 10;

    private static final Set<Source> FOLLOWED = EnumSet.of(Source.NODES, Source.FOREIGN_PODS, Source.OWN_PODS);

    /// Faults per list, watch and poll.
    private static final double FAULTS = 0.03;

    /// A cluster, the server through which it is seen, and the player that changes it.
    private static final class Run {
        private final RandomGenerator random;
        private final VirtualFollowedCluster cluster;
        private final RandomPlayer player;
        private final AtomicReference<FaultyKube> faulty = new AtomicReference<>();
        private long relistsBefore;
        private boolean isSynced;

        Run(long seed, OwnWork work, UnaryOperator<Supplier<Optional<Event>>> changed) {
            random = new Seeds(seed).forActor("run");
            cluster = new VirtualFollowedCluster(
                    seed,
                    kube -> {
                        FaultyKube made = new FaultyKube(
                                kube, new Seeds(seed).forActor("faults"), FAULTS, random.nextInt(3) == 0);
                        faulty.set(made);
                        return made;
                    },
                    work,
                    changed);
            player = new RandomPlayer(cluster, new Seeds(seed).forActor("player"));
        }

        AuditReport play() {
            faulty.get().fail(FAULTS);
            for (int i = 0; i < MOVES; i++) {
                if (random.nextInt(MOVES_PER_GAP) == 0) {
                    faulty.get().expireAt(faulty.get().delivered());
                }
                player.move();
                switch (random.nextInt(4)) {
                    case 0 -> cluster.settle();
                    case 1 -> cluster.pass(random.nextInt(10));
                    default -> {
                        // The next change comes before this one is seen.
                    }
                }
                noteFirstSync();
            }
            faulty.get().heal();
            return cluster.audit();
        }

        /// Lists that fail at the start are repeated, too, but those close no gap.
        private void noteFirstSync() {
            ClusterSync sync = cluster.follower().sync();
            if (!isSynced && FOLLOWED.stream().allMatch(source -> sync.version(source) > 0)) {
                isSynced = true;
                relistsBefore = cluster.follower().relists();
            }
        }

        /// Returns how often informers had to list again that had listed before.
        long relists() {
            assertThat(isSynced).as("the informers have listed").isTrue();
            return cluster.follower().relists() - relistsBefore;
        }
    }

    @Test
    void theAuditFindsNothingWheneverTheClusterIsQuiet() {
        long only = Long.getLong("sluice.sync.seed", -1);
        long first = only < 0 ? 1 : only;
        long last = only < 0 ? SEEDS : only;
        long audits = 0;
        Map<Fault, Long> faults = new EnumMap<>(Fault.class);
        Map<Hazard, Long> hazards = new EnumMap<>(Hazard.class);
        long relists = 0;
        long pods = 0;
        long reused = 0;
        for (long seed = first; seed <= last; seed++) {
            HazardCounts counts = new HazardCounts();
            Run run = new Run(seed, counts, counts::in);
            for (int round = 0; round < ROUNDS; round++) {
                AuditReport report = run.play();
                assertThat(report.drifts()).as("seed %d, round %d", seed, round).isEmpty();
                assertThat(report.changed())
                        .as("seed %d, round %d", seed, round)
                        .isZero();
                pods += report.pods();
            }
            for (AuditReport report : run.cluster.reports()) {
                assertThat(report.drifts())
                        .as("seed %d, while it changes", seed)
                        .isEmpty();
            }
            audits += run.cluster.reports().size();
            run.faulty.get().faultsByKind().forEach((fault, count) -> faults.merge(fault, count, Long::sum));
            counts.counts().forEach((hazard, count) -> hazards.merge(hazard, count, Long::sum));
            assertThat(run.player.refused()).as("moves refused").isLessThan(ROUNDS * MOVES / 2);
            relists += run.relists();
            reused += run.player.reused();
        }
        if (first != last) {
            assertThat(faults).as("the server fails in each way").containsOnlyKeys(Fault.values());
            assertThat(hazards).as("each hazard occurs").containsOnlyKeys(Hazard.values());
        }
        assertThat(relists).as("informers list again").isPositive();
        assertThat(pods).as("pods are compared").isPositive();
        assertThat(reused).as("pods with the name of an earlier one").isPositive();
        System.out.printf(
                "%d seeds, %d audits, %d pods compared, %d names used again, %d relists, faults %s, hazards %s: no drift%n",
                last - first + 1, audits, pods, reused, relists, faults, hazards);
    }

    @ParameterizedTest
    @EnumSource
    void theAuditFindsAPlantedBugBehindTheSync(PlantedEventBug bug) {
        int found = 0;
        for (long seed = 1; seed <= 5; seed++) {
            PlantedEventBug.Planted planted = bug.plant();
            Run run = new Run(seed, planted, planted::in);
            for (int round = 0; round < ROUNDS; round++) {
                run.play();
            }
            boolean isFound = run.cluster.reports().stream().anyMatch(report -> !report.isClean());
            assertThat(isFound && planted.dropped() == 0)
                    .as("seed %d finds what is not there", seed)
                    .isFalse();
            found += isFound ? 1 : 0;
        }
        assertThat(found).as("runs that find it, of 5").isGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void theAuditFindsAPlantedBug(PlantedBug bug) {
        int found = 0;
        for (long seed = 1; seed <= 5; seed++) {
            RandomGenerator random = new Seeds(seed).forActor("bug");
            VirtualFollowedCluster cluster =
                    new VirtualFollowedCluster(seed, kube -> bug.in(kube, random), OwnWork.NONE);
            RandomPlayer player = new RandomPlayer(cluster, new Seeds(seed).forActor("player"));
            for (int i = 0; i < 200; i++) {
                player.move();
                cluster.settle();
            }
            found += cluster.audit().isClean() ? 0 : 1;
        }
        // A bug shows only where something has gone wrong by it, which most runs bring about.
        assertThat(found).as("runs that find it, of 5").isGreaterThanOrEqualTo(3);
    }
}
