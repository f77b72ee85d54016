package dev.sluice.benchmarks.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// What processes have used, as Linux tells it.
public final class Usage {
    /// A tick of `/proc/PID/stat` on every Linux.
    private static final double TICKS_PER_SECOND = 100;

    /// Of user and system time, counted from the first field after the command's name.
    private static final int USER_TICKS = 11;

    private static final double KIB_PER_MIB = 1024;

    private Usage() {}

    public static double cpuSeconds(List<Long> processes) {
        double ticks = 0;
        for (long process : processes) {
            String stat = read(process, "stat");
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            ticks += Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[USER_TICKS + 1]);
        }
        return ticks / TICKS_PER_SECOND;
    }

    public static double residentMib(List<Long> processes) {
        double kib = 0;
        for (long process : processes) {
            for (String line : read(process, "status").lines().toList()) {
                if (line.startsWith("VmRSS:")) {
                    kib += Double.parseDouble(line.replaceAll("[^0-9]", ""));
                }
            }
        }
        return kib / KIB_PER_MIB;
    }

    private static String read(long process, String what) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process), what));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
