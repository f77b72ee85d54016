package dev.sluice.traces.file;

import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceFile;
import dev.sluice.traces.Workload;
import dev.sluice.traces.Workload.Loaded;
import dev.sluice.traces.batsim.BatsimReader;
import dev.sluice.traces.batsim.BatsimWorkload;
import dev.sluice.traces.batsim.BatsimWriter;
import dev.sluice.traces.batsim.HostSpeed;
import dev.sluice.traces.batsim.ReplayFiles;
import dev.sluice.traces.swf.SwfReader;
import dev.sluice.traces.swf.SwfWorkloads;
import dev.sluice.traces.swf.SwfWorkloads.SizeFrom;
import dev.sluice.traces.swf.SwfWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The formats of workload files.
public enum WorkloadFormat {
    SWF(".swf"),
    BATSIM(".json");

    private final String ending;

    WorkloadFormat(String ending) {
        this.ending = ending;
    }

    /// Returns the file name ending, without an additional `.gz`.
    public String ending() {
        return ending;
    }

    /// Returns the format by the file's name; empty if unknown.
    public static Optional<WorkloadFormat> of(Path file) {
        String name = TraceFile.plainName(file);
        for (WorkloadFormat format : values()) {
            if (name.endsWith(format.ending)) {
                return Optional.of(format);
            }
        }
        return Optional.empty();
    }

    /// Options for reading.
    ///
    /// @param sizeFrom for SWF
    /// @param speed for Batsim's profiles that count operations
    public record Options(Strictness strictness, SizeFrom sizeFrom, HostSpeed speed) {
        /// Batsim's example platforms have hosts of about this speed; the files seldom say what they are meant for.
        private static final double FLOPS_PER_SECOND = 1e9;

        public static final Options USUAL =
                new Options(Strictness.STRICT, SizeFrom.ALLOCATED, HostSpeed.ofFlops(FLOPS_PER_SECOND));

        public Options with(Strictness other) {
            return new Options(other, sizeFrom, speed);
        }
    }

    public Loaded read(Path file, Options options) throws IOException {
        return switch (this) {
            case SWF -> SwfWorkloads.toWorkload(SwfReader.read(file, options.strictness()), options.sizeFrom());
            case BATSIM ->
                BatsimReader.read(file, options.strictness())
                        .toWorkload(options.speed(), new ReplayFiles(file.resolveSibling("")));
        };
    }

    /// Writes the file atomically.
    ///
    /// @param notes for the header, if the format has one
    public void write(Workload workload, List<String> notes, Path file) throws IOException {
        switch (this) {
            case SWF -> SwfWriter.write(SwfWorkloads.toTrace(workload, notes), file);
            case BATSIM -> BatsimWriter.write(BatsimWorkload.of(workload), file);
        }
    }
}
