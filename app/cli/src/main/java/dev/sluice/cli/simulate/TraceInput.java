package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.cli.console.FileProblem;
import dev.sluice.traces.Strictness;
import dev.sluice.traces.TraceException;
import dev.sluice.traces.Workload.Loaded;
import dev.sluice.traces.file.WorkloadFormat;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Reads workload files that the user names.
final class TraceInput {
    private static final int BUFFER_BYTES = 1 << 16;

    private TraceInput() {}

    static Loaded read(Path file, Strictness strictness) {
        WorkloadFormat format = WorkloadFormat.of(file)
                .orElseThrow(() -> new BadInput(file + ": a workload ends in .swf or .json, with or without .gz"));
        try {
            Loaded loaded = format.read(file, WorkloadFormat.Options.USUAL.with(strictness));
            if (loaded.workload().jobs().isEmpty()) {
                throw new BadInput(file + " has no job that can run");
            }
            return loaded;
        } catch (TraceException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new BadInput(FileProblem.describe(file, e));
        }
    }

    static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    /// Returns the SHA-256 of the file, to verify it when a run is repeated.
    static String digest(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = sha256();
            byte[] buffer = new byte[BUFFER_BYTES];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (IOException e) {
            throw new BadInput(FileProblem.describe(file, e));
        }
    }

    static String digest(String text) {
        return HexFormat.of().formatHex(sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
