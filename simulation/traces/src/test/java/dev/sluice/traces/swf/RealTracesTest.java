package dev.sluice.traces.swf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.outside.data.NeedsOutsideData;
import dev.sluice.outside.data.OutsideData;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceFile;
import dev.sluice.traces.Workload;
import dev.sluice.traces.swf.SwfWorkloads.SizeFrom;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Reads real traces as a whole and writes them again.
@NeedsOutsideData({"traces", "backfill-reference"})
class RealTracesTest {
    private static final Map<String, Integer> JOBS =
            Map.of("KTH-SP2", 28_481, "CTC-SP2", 77_199, "SDSC-SP2", 54_006, "NASA-iPSC", 18_239, "LLNL-Atlas", 43_778);
    private static final Map<String, Integer> PROCESSORS =
            Map.of("KTH-SP2", 100, "CTC-SP2", 338, "SDSC-SP2", 128, "NASA-iPSC", 128, "LLNL-Atlas", 9216);

    @TestFactory
    Stream<DynamicTest> everyJobIsReadAndWrittenAgain() {
        return Stream.of("traces", "backfill-reference")
                .flatMap(set -> OutsideData.files(set, RealTracesTest::isTrace).stream())
                .map(file -> DynamicTest.dynamicTest(TraceFile.plainName(file), () -> assertReadable(file)));
    }

    private static boolean isTrace(String file) {
        return TraceFile.plainName(Path.of(file)).endsWith(".swf");
    }

    private static void assertReadable(Path file) throws IOException {
        SwfTrace trace = SwfReader.read(file, Strictness.STRICT);

        assertThat(trace.linesWithMore()).isZero();
        known(JOBS, file).ifPresent(jobs -> assertThat(trace.size()).isEqualTo(jobs));
        known(PROCESSORS, file)
                .ifPresent(size -> assertThat(trace.header().maxProcs()).hasValue(size));

        Workload workload = SwfWorkloads.toWorkload(trace, SizeFrom.ALLOCATED).workload();
        assertThat(workload.jobs()).isNotEmpty();
        assertThat(workload.processorsMax())
                .isLessThanOrEqualTo(workload.machineProcessors().orElseThrow());

        SwfTrace again = SwfTexts.read(SwfTexts.write(trace));
        assertThat(again.comments()).isEqualTo(trace.comments());
        for (SwfField field : SwfField.values()) {
            assertThat(again.column(field)).isEqualTo(trace.column(field));
        }
    }

    private static Optional<Integer> known(Map<String, Integer> facts, Path file) {
        return facts.entrySet().stream()
                .filter(fact -> String.valueOf(file.getFileName()).startsWith(fact.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
