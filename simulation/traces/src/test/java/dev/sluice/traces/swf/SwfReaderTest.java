package dev.sluice.traces.swf;

import static dev.sluice.traces.swf.SwfTexts.JOB;
import static dev.sluice.traces.swf.SwfTexts.read;
import static dev.sluice.traces.swf.SwfTexts.readLeniently;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SwfReaderTest {
    private static final SwfJob READ = new SwfJob(1, 0, 5, 60, 4, 50, 100, 4, 3600, 200, 1, 7, 8, 9, 0, 2, -1, -1);

    @Test
    void allEighteenFieldsAreRead() {
        assertThat(read(JOB).jobs()).containsExactly(READ);
    }

    @Test
    void fractionsSignsAndExponentsAreNumbers() {
        SwfTrace trace = read("1 +0.5 .25 1e3 4 1.5E-2 1152921504606846976 4 0.1 2. 1 7 8 9 0 2 -1 -0\n");

        assertThat(trace.job(0))
                .isEqualTo(new SwfJob(1, 0.5, 0.25, 1000, 4, 0.015, 0x1p60, 4, 0.1, 2, 1, 7, 8, 9, 0, 2, -1, 0));
    }

    @Test
    void blanksTabsWindowsLineEndsAndAMissingLastOneAreTolerated() {
        String untidy = "  " + JOB.strip().replace(" ", "\t  ") + " \r\n\n \t\n" + JOB.strip();

        assertThat(read(untidy).jobs()).containsExactly(READ, READ);
    }

    @Test
    void aByteOrderMarkIsTolerated() {
        assertThat(read("\uFEFF" + JOB).jobs()).containsExactly(READ);
        assertThat(read("\uFEFF; MaxProcs: 5\n" + JOB).header().maxProcs()).hasValue(5);
    }

    @Test
    void moreColumnsAreToleratedAndCounted() {
        SwfTrace trace = read(JOB + JOB.strip() + " node1+node2 default:nodes=1\n");

        assertThat(trace.jobs()).containsExactly(READ, READ);
        assertThat(trace.linesWithMore()).isEqualTo(1);
    }

    @Test
    void commentsKeepTheirTextAndPlace() {
        SwfTrace trace = read("; Version: 2.2\n" + JOB + "  ; between\n" + JOB + ";last");

        assertThat(trace.comments())
                .containsExactly(
                        new SwfComment(0, " Version: 2.2"), new SwfComment(1, " between"), new SwfComment(2, "last"));
    }

    @Test
    void aCarriageReturnWithinACommentIsABlank() {
        assertThat(read(";a\rb\r\n").comments()).containsExactly(new SwfComment(0, "a b"));
    }

    @Test
    void anEmptyTextIsATraceWithoutJobs() {
        assertThat(read("").size()).isZero();
        assertThat(read("\n;\n").size()).isZero();
    }

    @Test
    void malformedNumbersAreRefusedWithLineColumnFieldAndValue() {
        assertThatThrownBy(() -> read("; a comment\n" + JOB.replace(" 3600 ", " 1:00:00 ")))
                .isInstanceOf(TraceException.class)
                .hasMessage("t.swf:2:21: field 9, requested time: must be a number (1:00:00). Maybe in seconds");
        for (String value :
                List.of("NaN", "Infinity", "0x10", "1d", "1f", "--1", "1-", "+", ".", "1.2.3", "e5", "1e")) {
            assertThatThrownBy(() -> read(JOB.replace(" 3600 ", " " + value + " ")))
                    .as(value)
                    .isInstanceOf(TraceException.class)
                    .hasMessage("t.swf:1:21: field 9, requested time: must be a number (" + value + ")");
        }
    }

    @Test
    void aNumberOutOfRangeIsRefused() {
        assertThatThrownBy(() -> read(JOB.replace(" 3600 ", " 1e999 ")))
                .hasMessage("t.swf:1:21: field 9, requested time: too large (1e999)");
    }

    @Test
    void aCountWithAFractionIsRefused() {
        assertThatThrownBy(() -> read(JOB.replace(" 60 4 ", " 60 4.5 ")))
                .hasMessage("t.swf:1:10: field 5, allocated processors: must be a whole number up to 2^53 (4.5)");
        assertThat(read(JOB.replace(" 60 4 ", " 60 4.0 ")).jobs()).containsExactly(READ);
    }

    @Test
    void aShortLineIsRefused() {
        assertThatThrownBy(() -> read(JOB + "2 0 5 60\n"))
                .hasMessage("t.swf:2:9: field 5, allocated processors: line ends after (4) of (18) fields");
    }

    @Test
    void aLenientReaderSkipsAndCounts() {
        SwfTrace trace = readLeniently("what is this\n" + JOB + "2 0 5 60\n".repeat(10) + JOB);

        assertThat(trace.jobs()).containsExactly(READ, READ);
        assertThat(trace.leftOut().count()).isEqualTo(11);
        assertThat(trace.leftOut().first())
                .hasSize(5)
                .startsWith(
                        "t.swf:1:1: field 1, job number: must be a number (what)",
                        "t.swf:3:9: field 5, allocated processors: line ends after (4) of (18) fields");
    }

    @Test
    void valuesInMessagesAreShortAndPrintable() {
        assertThatThrownBy(() -> read("\u0000\u0007" + "x".repeat(100)))
                .hasMessage("t.swf:1:1: field 1, job number: must be a number (??" + "x".repeat(58) + "…)");
    }

    @Test
    void anEndlessLineIsRefusedInEitherMode() {
        byte[] endless = new byte[3 * Lines.LINE_BYTES_MAX];
        Arrays.fill(endless, (byte) '1');

        for (Strictness strictness : Strictness.values()) {
            assertThatThrownBy(() -> SwfTexts.read(endless, strictness))
                    .isInstanceOf(TraceException.class)
                    .hasMessage("t.swf:1:1: line longer than (1048576) bytes. Maybe this is no SWF file");
        }
    }

    @Test
    void linesLongerThanTheBufferAreRead() {
        String nodes = "n".repeat(200_000);

        SwfTrace trace = read(JOB + JOB.strip() + " " + nodes + "\n;" + nodes + "\n" + JOB);

        assertThat(trace.jobs()).containsExactly(READ, READ, READ);
        assertThat(trace.comments()).containsExactly(new SwfComment(2, nodes));
    }

    @Test
    void gzipIsRecognizedByItsContent(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("compressed.swf"), gzip(JOB.repeat(3)));

        assertThat(SwfReader.read(file, Strictness.STRICT).jobs()).containsExactly(READ, READ, READ);
    }

    @Test
    void damagedGzipIsRefused() {
        byte[] compressed = gzip(JOB.repeat(10_000));

        assertThatThrownBy(() -> SwfTexts.read(Arrays.copyOf(compressed, compressed.length / 2), Strictness.LENIENT))
                .isInstanceOf(TraceException.class)
                .hasMessageContaining("the compressed data are damaged");
        assertThatThrownBy(() -> SwfTexts.read(Arrays.copyOf(compressed, 5), Strictness.LENIENT))
                .isInstanceOf(TraceException.class)
                .hasMessageStartingWith("t.swf:1:1: the compressed data are damaged");
    }

    @Test
    void aScanPassesLinesOneByOne(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("t.swf"), ";c\n" + JOB + "bad\n" + JOB);
        List<String> seen = new ArrayList<>();

        SwfReader.Summary summary = SwfReader.scan(file, Strictness.LENIENT, new SwfReader.Handler() {
            @Override
            public void comment(String text) {
                seen.add(text);
            }

            @Override
            public void job(double[] row) {
                seen.add("job " + row[0]);
            }
        });

        assertThat(seen).containsExactly("c", "job 1.0", "job 1.0");
        assertThat(summary.leftOut().count()).isEqualTo(1);
    }

    private static byte[] gzip(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return bytes.toByteArray();
    }
}
