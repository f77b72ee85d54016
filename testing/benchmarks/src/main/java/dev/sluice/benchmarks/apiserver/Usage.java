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

    /// The same of children that have ended and were waited for.
    private static final int ENDED_USER_TICKS = 13;

    private static final double KIB_PER_MIB = 1024;

    private Usage() {}

    /// Returns the time of processes and of their children that have ended.
    public static double cpuSeconds(List<Long> processes) {
        double ticks = 0;
        for (long process : processes) {
            String stat = stat(process);
            if (stat.isEmpty()) {
                continue;
            }
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            for (int field : List.of(USER_TICKS, USER_TICKS + 1, ENDED_USER_TICKS, ENDED_USER_TICKS + 1)) {
                ticks += Long.parseLong(fields[field]);
            }
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

    /// Returns nothing of a process that has ended: its parent has its time.
    private static String stat(long process) {
        try {
            return read(process, "stat");
        } catch (UncheckedIOException _) {
            return "";
        }
    }

    private static String read(long process, String what) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process), what));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
