package dev.sluice.controller.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.record.Share;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What a job of several shapes holds, taken apart into places for its pods.
class ShapePlacesTest {
    private static final PodShape LAUNCHER = shape(1000, 1);
    private static final PodShape WORKER = shape(2000, 4);

    private static PodShape shape(long core, long memory) {
        return new PodShape(new TreeMap<>(Map.of("core", core, "memory", memory, "pods", 1L)), Optional.empty());
    }

    private static List<Share> held(String node, long core, long memory, long pods) {
        return List.of(share(node + "/core0", core), share(node + "/memory0", memory), share(node + "/pods0", pods));
    }

    private static Share share(String path, long amount) {
        return new Share(path, amount, Share.Use.SHARED);
    }

    @Test
    void whatIsHeldOfANodeIsTakenApart() {
        List<List<Share>> places =
                new ShapePlaces(List.of(LAUNCHER, WORKER), new int[] {1, 2}).of(held("/c0/n0", 5000, 9, 3));

        assertThat(places).containsExactly(List.of(share("/c0/n0/pods0", 1)), List.of(share("/c0/n0/pods0", 2)));
    }

    /// Two of the small shape hold as much as one of each of the others.
    @Test
    void ofSeveralAnswersTheOneIsTakenForWhichThereArePods() {
        List<PodShape> shapes = List.of(shape(2000, 2), shape(1000, 1), shape(3000, 3));

        assertThat(new ShapePlaces(shapes, new int[] {0, 1, 1}).of(held("/c0/n0", 4000, 4, 2)))
                .containsExactly(List.of(), List.of(share("/c0/n0/pods0", 1)), List.of(share("/c0/n0/pods0", 1)));
        assertThat(new ShapePlaces(shapes, new int[] {2, 0, 0}).of(held("/c0/n0", 4000, 4, 2)))
                .containsExactly(List.of(share("/c0/n0/pods0", 2)), List.of(), List.of());
    }

    @Test
    void unitsAreAddedUp() {
        PodShape gpu = new PodShape(new TreeMap<>(Map.of("nvidia.com/gpu", 2L, "pods", 1L)), Optional.empty());
        PodShape plain = new PodShape(new TreeMap<>(Map.of("pods", 1L)), Optional.empty());
        List<Share> shares = List.of(
                share("/c0/n0/nvidia.com:gpu3", 1), share("/c0/n0/nvidia.com:gpu5", 1), share("/c0/n0/pods0", 2));

        assertThat(new ShapePlaces(List.of(plain, gpu), new int[] {1, 1}).of(shares))
                .containsExactly(List.of(share("/c0/n0/pods0", 1)), List.of(share("/c0/n0/pods0", 1)));
    }

    @Test
    void manyShapesCostABoundedTime() {
        List<PodShape> shapes =
                IntStream.range(0, 8).mapToObj(i -> shape(1000 + 7L * i, 1 + i)).toList();
        int[] left = new int[8];
        Arrays.fill(left, 20);

        assertThat(new ShapePlaces(shapes, left).of(held("/c0/n0", 100_001, 333, 90)))
                .hasSize(8)
                .allMatch(List::isEmpty);
    }

    @Test
    void whatNoPodsAddUpToIsLeftOut() {
        assertThat(new ShapePlaces(List.of(LAUNCHER, WORKER), new int[] {1, 2}).of(held("/c0/n0", 1500, 1, 1)))
                .containsExactly(List.of(), List.of());
    }
}
