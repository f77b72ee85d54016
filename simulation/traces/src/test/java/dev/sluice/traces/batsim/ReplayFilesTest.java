package dev.sluice.traces.batsim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.traces.Strictness;
import dev.sluice.traces.Workload.Loaded;
import dev.sluice.traces.WorkloadJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// On hosts of 100 flops a second.
class ReplayFilesTest {
    @TempDir
    Path folder;

    @BeforeEach
    void aTraceOfTwoRanks() throws IOException {
        Files.createDirectory(folder.resolve("t"));
        write("t/all.txt", "rank0.txt\nrank1.txt \n\n");
    }

    @Test
    void anMpiProgramTakesAsLongAsTheRankThatComputesMost() throws IOException {
        write("t/rank0.txt", "0 init\n0 compute 300\n0 send 1 0 5000\n0 compute 1e2\n0 finalize\n");
        write("t/rank1.txt", "1 init\n1 compute 700\n");

        assertThat(load("smpi").workload().jobs())
                .extracting(WorkloadJob::runSeconds)
                .containsExactly(7.0);
    }

    @Test
    void aUsageTraceTakesAsLongAsOneCore() throws IOException {
        write("t/rank0.txt", "0 m_usage 0.5 300\n0 m_usage 1 600\n");
        write("t/rank1.txt", "1 m_usage 1.0 100\n");

        assertThat(load("usage_trace").workload().jobs())
                .extracting(WorkloadJob::runSeconds)
                .containsExactly(9.0);
    }

    @Test
    void aTraceThatIsMissingOrMalformedLeavesTheJobOut() throws IOException {
        write("t/rank0.txt", "0 compute 300\n0 compute much\n");

        assertThat(load("smpi").leftOut().first())
                .containsExactly(
                        "job 1: " + folder.resolve("t/rank0.txt") + ":2: word 3 must be a number of operations");

        write("t/rank0.txt", "0 compute 300\n");

        assertThat(load("smpi").leftOut().first())
                .containsExactly("job 1: there is no trace (" + folder.resolve("t/rank1.txt") + ")");
    }

    private Loaded load(String type) throws IOException {
        Path file = write("w.json", BatsimTexts.withProfile("{\"type\": \"" + type + "\", \"trace\": \"t/all.txt\"}"));
        return BatsimReader.read(file, Strictness.STRICT).toWorkload(HostSpeed.ofFlops(100), new ReplayFiles(folder));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
