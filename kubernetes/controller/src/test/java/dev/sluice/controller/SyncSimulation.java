package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.controller.audit.AuditReport;
import dev.sluice.controller.sync.OwnWork;
import dev.sluice.runtime.random.Seeds;
import dev.sluice.testkit.kubernetes.FaultyKube;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Seeded runs: a random cluster changes at random while the API server fails at random. Whenever it is quiet, the
/// audit finds no difference.
///
/// `-Dsluice.sync.seeds=1000` runs more of them, `-Dsluice.sync.seed=N` one.
class SyncSimulation {
    private static final int SEEDS = Integer.getInteger("sluice.sync.seeds", 50);
    private static final int ROUNDS = 4;
    private static final int MOVES = 60;

    /// Faults per list, watch and poll.
    private static final double FAULTS = 0.03;

    /// A cluster, the server through which it is seen, and the player that changes it.
    private static final class Run {
        private final RandomGenerator random;
        private final VirtualFollowedCluster cluster;
        private final RandomPlayer player;
        private final AtomicReference<FaultyKube> faulty = new AtomicReference<>();

        Run(long seed) {
            random = new Seeds(seed).forActor("run");
            cluster = new VirtualFollowedCluster(
                    seed,
                    kube -> {
                        FaultyKube made = new FaultyKube(
                                kube, new Seeds(seed).forActor("faults"), FAULTS, random.nextInt(3) == 0);
                        faulty.set(made);
                        return made;
                    },
                    OwnWork.NONE);
            player = new RandomPlayer(cluster, new Seeds(seed).forActor("player"));
        }

        AuditReport play() {
            faulty.get().fail(FAULTS);
            for (int i = 0; i < MOVES; i++) {
                player.move();
                switch (random.nextInt(4)) {
                    case 0 -> cluster.settle();
                    case 1 -> cluster.pass(random.nextInt(10));
                    default -> {
                        // The next change comes before this one is seen.
                    }
                }
            }
            faulty.get().heal();
            return cluster.audit();
        }
    }

    @Test
    void theAuditFindsNothingWheneverTheClusterIsQuiet() {
        long only = Long.getLong("sluice.sync.seed", -1);
        long first = only < 0 ? 1 : only;
        long last = only < 0 ? SEEDS : only;
        long faults = 0;
        long relists = 0;
        long pods = 0;
        for (long seed = first; seed <= last; seed++) {
            Run run = new Run(seed);
            for (int round = 0; round < ROUNDS; round++) {
                AuditReport report = run.play();
                assertThat(report.drifts()).as("seed %d, round %d", seed, round).isEmpty();
                assertThat(report.changed())
                        .as("seed %d, round %d", seed, round)
                        .isZero();
                pods += report.pods();
            }
            faults += run.faulty.get().faults();
            assertThat(run.player.refused()).as("moves refused").isLessThan(ROUNDS * MOVES / 2);
            relists += run.cluster.follower().relists();
        }
        assertThat(faults).as("the server fails").isPositive();
        assertThat(relists).as("informers list again").isPositive();
        assertThat(pods).as("pods are compared").isPositive();
        System.out.printf(
                "%d seeds, %d audits, %d pods compared, %d faults, %d relists: no drift%n",
                last - first + 1, (last - first + 1) * ROUNDS, pods, faults, relists);
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
