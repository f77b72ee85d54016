package dev.sluice.controller;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Other schedulers' pods that request far more than there is.
class OvercommittedNodesTest {
    /// More than 2^60 bytes in all.
    private static final int PODS = 1100;

    /// More than 127, so many as a vertex counts.
    private static final int GPU_PODS = 200;

    private static final String NODE = "'cpu':'4','memory':'8Gi','pods':'10','nvidia.com/gpu':'1'";
    private static final String MEMORY = "/cluster0/n/memory0";
    private static final long NODE_BYTES = 8L << 30;

    private final VirtualFollowedCluster cluster = new VirtualFollowedCluster();

    private void pods(int count, String requests, String... nodes) {
        for (int i = 0; i < count; i++) {
            cluster.boundPod("p" + i, nodes[i % nodes.length], requests);
        }
        cluster.settle();
    }

    private void deletePods(int from, int to) {
        for (int i = from; i < to; i++) {
            cluster.deletePod("p" + i);
        }
        cluster.settle();
    }

    @Test
    void aThousandPodsMayRequestAPebibyteEach() {
        cluster.node("n", NODE);
        pods(PODS, "'memory':'2Pi','cpu':'2000000000000'", "n");

        assertThat(cluster.free(MEMORY)).isNegative();
        cluster.assertInSync();

        deletePods(1, PODS);
        assertThat(cluster.free(MEMORY))
                .as("the last one holds all that counts")
                .isNegative();
        cluster.assertInSync();

        deletePods(0, 1);
        assertThat(cluster.free(MEMORY)).isEqualTo(NODE_BYTES);
        cluster.assertInSync();
    }

    @Test
    void whatManyNodesAreOvercommittedByAddsUp() {
        String[] nodes = new String[PODS];
        for (int i = 0; i < PODS; i++) {
            nodes[i] = "n" + i;
            cluster.node(nodes[i], NODE);
        }
        pods(PODS, "'cpu':'2000000000000'", nodes);

        assertThat(cluster.free("/cluster0/n7/core0")).isNegative();
        cluster.assertInSync();
    }

    @Test
    void hundredsOfPodsMayRequestOneGpu() {
        cluster.node("n", NODE);
        pods(GPU_PODS, "'nvidia.com/gpu':'1'", "n");

        assertThat(cluster.free("/cluster0/n/nvidia.com:gpu0")).isNegative();
        cluster.assertInSync();

        deletePods(1, GPU_PODS);
        assertThat(cluster.free("/cluster0/n/nvidia.com:gpu0")).isZero();
        cluster.assertInSync();

        deletePods(0, 1);
        assertThat(cluster.free("/cluster0/n/nvidia.com:gpu0")).isEqualTo(1);
        cluster.assertInSync();
    }
}
