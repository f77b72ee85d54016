package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.Workload.Loaded;
import dev.sluice.traces.file.WorkloadFormat;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Workload files that the user names.
final class TraceInput {
    private TraceInput() {}

    static Loaded read(Path file, Strictness strictness) {
        WorkloadFormat format = WorkloadFormat.of(file)
                .orElseThrow(() -> new BadInput(file + ": a workload ends in .swf or .json, with or without .gz"));
        try {
            Loaded loaded = format.read(file, WorkloadFormat.Options.USUAL.with(strictness));
            if (loaded.workload().jobs().isEmpty()) {
                throw new BadInput(file + " has no job that could be run");
            }
            return loaded;
        } catch (TraceException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        } catch (NoSuchFileException e) {
            throw new BadInput(file + ": there is no such file");
        } catch (IOException e) {
            throw new BadInput(file + " cannot be read: " + e.getMessage());
        }
    }

    static String name(Path file) {
        return String.valueOf(file.getFileName());
    }
}
