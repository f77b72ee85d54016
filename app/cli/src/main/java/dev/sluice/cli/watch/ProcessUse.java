package dev.sluice.cli.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/// What this process uses.
///
/// @param heapBytes of objects, also of those that are garbage already
/// @param residentBytes of the whole process; 0 where nothing tells
record ProcessUse(double cpuSeconds, long heapBytes, long residentBytes) {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String RESIDENT = "VmRSS:";
    private static final long KIB = 1024;

    static ProcessUse now() {
        Runtime runtime = Runtime.getRuntime();
        Duration cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
        return new ProcessUse(cpu.toMillis() / 1e3, runtime.totalMemory() - runtime.freeMemory(), resident());
    }

    private static long resident() {
        try {
            for (String line : Files.readAllLines(STATUS)) {
                if (line.startsWith(RESIDENT)) {
                    return Long.parseLong(line.replaceAll("\\D", "")) * KIB;
                }
            }
        } catch (IOException e) {
            // Not Linux.
        }
        return 0;
    }
}
