package dev.sluice.traces.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.runtime.random.Seeds;
import dev.sluice.traces.TraceFile;
import dev.sluice.traces.Workload;
import dev.sluice.traces.WorkloadJob;
import dev.sluice.traces.synthetic.LublinFeitelson;
import dev.sluice.traces.synthetic.LublinFeitelson.Jobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadFormatTest {
    private static final Workload WORKLOAD = new LublinFeitelson(Jobs.TYPED, 64).generate(500, new Seeds(1));

    @TempDir
    Path folder;

    @Test
    void namesTellTheFormat() {
        assertThat(WorkloadFormat.of(Path.of("a/b.swf"))).hasValue(WorkloadFormat.SWF);
        assertThat(WorkloadFormat.of(Path.of("B.SWF.GZ"))).hasValue(WorkloadFormat.SWF);
        assertThat(WorkloadFormat.of(Path.of("w.json.gz"))).hasValue(WorkloadFormat.BATSIM);
        assertThat(WorkloadFormat.of(Path.of("w.csv"))).isEmpty();
        assertThat(WorkloadFormat.of(Path.of("swf"))).isEmpty();
    }

    @Test
    void writtenSwfReadsBackEqual() throws IOException {
        for (String name : List.of("w.swf", "w.swf.gz")) {
            assertThat(readAgain(name)).isEqualTo(WORKLOAD);
        }
    }

    @Test
    void batsimFilesKeepTheirFields() throws IOException {
        for (String name : List.of("w.json", "w.json.gz")) {
            Workload again = readAgain(name);

            assertThat(again.machineProcessors()).isEqualTo(WORKLOAD.machineProcessors());
            assertThat(again.jobs())
                    .extracting(job -> job.withLabels(WorkloadJob.Labels.NONE))
                    .isEqualTo(WORKLOAD.jobs().stream()
                            .map(job -> job.withOrigin(WorkloadJob.Origin.NOT_KNOWN))
                            .toList());
        }
    }

    @Test
    void filesEndingInGzAreCompressed() throws IOException {
        Path plain = write("w.swf");
        Path compressed = write("w.swf.gz");

        assertThat(Files.size(compressed)).isLessThan(Files.size(plain) / 2);
        assertThat(Files.readAllBytes(compressed)).startsWith(0x1f, 0x8b);
    }

    @Test
    void aFailureLeavesTheOldFile() throws IOException {
        Path file = Files.writeString(folder.resolve("w.swf"), "before");

        assertThatThrownBy(() -> TraceFile.write(file, out -> {
                    out.write(new byte[1_000_000]);
                    throw new IOException("full");
                }))
                .hasMessage(file + ": full");

        assertThat(file).hasContent("before");
        assertThat(names()).containsExactly("w.swf");
    }

    @Test
    void aFileBehindALinkIsReplacedAndTheLinkKept() throws IOException {
        Path target = Files.writeString(folder.resolve("real.swf"), "before");
        Path link = Files.createSymbolicLink(folder.resolve("link.swf"), target);

        TraceFile.write(link, out -> out.write('x'));

        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(target).hasContent("x");
    }

    @Test
    void devicesAreWrittenAsTheyAre() throws IOException {
        Path device = Path.of("/dev/null");

        TraceFile.write(device, out -> out.write('x'));

        assertThat(Files.isRegularFile(device)).isFalse();
    }

    private Workload readAgain(String name) throws IOException {
        Path file = write(name);
        WorkloadFormat format = WorkloadFormat.of(file).orElseThrow();
        return format.read(file, WorkloadFormat.Options.USUAL).workload();
    }

    private Path write(String name) throws IOException {
        Path file = folder.resolve(name);
        WorkloadFormat.of(file).orElseThrow().write(WORKLOAD, List.of("a note"), file);
        return file;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        }
    }
}
