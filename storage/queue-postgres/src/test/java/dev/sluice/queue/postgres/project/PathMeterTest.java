package dev.sluice.queue.postgres.project;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.record.Share;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathMeterTest {

    @ParameterizedTest
    @CsvSource({
        "/cluster0/rack1/worker-7/core0,          2500, 2500, 0,    0, worker-7",
        "/cluster0/worker-7/memory0,              1024, 0,    1024, 0, worker-7",
        "/cluster0/worker-7/nvidia.com:gpu3,      1,    0,    0,    1, worker-7",
        "/cluster0/worker-7/gpu.intel.com:i9150,  1,    0,    0,    1, worker-7",
        "/cluster0/worker-7/pods0,                1,    0,    0,    0, worker-7",
        "/cluster0/worker-7/vendor.com:nic0,      1,    0,    0,    0, worker-7",
        "/cluster0/rack0/node12/socket1/core35,   1,    1,    0,    0, node12",
        "/cluster0/rack0/node12/socket1/gpu0,     1,    0,    0,    1, node12",
        "/cluster0/rack1/worker-7,                1,    0,    0,    0, worker-7",
        "/cluster0/rack0/node12,                  1,    0,    0,    0, node12",
        "worker-7/core0,                          2500, 2500, 0,    0, worker-7",
        "node12/socket1/gpu0,                     1,    0,    0,    1, node12",
        "worker-7,                                1,    0,    0,    0, worker-7",
        "core0,                                   5,    5,    0,    0, ''",
        "'',                                      5,    0,    0,    0, ''"
    })
    void aPathNamesResourceAndNode(
            String path, long amount, long milliCores, long memoryBytes, long gpus, String node) {
        Share share = new Share(path, amount, Share.Use.SHARED);

        assertThat(PathMeter.MILLI_CORES.amounts(share)).isEqualTo(new Amounts(milliCores, memoryBytes, gpus));
        assertThat(PathMeter.WHOLE_CORES.amounts(share)).isEqualTo(new Amounts(milliCores * 1000, memoryBytes, gpus));
        assertThat(PathMeter.MILLI_CORES.node(share).orElse("")).isEqualTo(node);
    }
}
