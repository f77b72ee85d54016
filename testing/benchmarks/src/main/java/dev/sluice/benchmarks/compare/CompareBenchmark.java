package dev.sluice.benchmarks.compare;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// One row of [Rows], old and new by turns.
///
/// Each version has a class loader of its own, so that the compiler makes its own code for each. A round does the same
/// operations in both, so the fastest round of each operation counts: other work on the machine disturbs some
/// rounds of an operation, not all. The first fifth of a round is left out, and the first rounds only warm up.
public final class CompareBenchmark {
    private static final long WARM_UP_NANOS = 4_000_000_000L;
    private static final long NANOS = 10_000_000_000L;
    private static final int ROUNDS_MIN = 12;
    private static final int ROUNDS_MAX = 120;

    private CompareBenchmark() {}

    /// Prints the figures of one row.
    ///
    /// @param arguments the class paths of the old and of the new version, the row, and the folder of the traces
    public static void main(String... arguments) throws ReflectiveOperationException, MalformedURLException {
        String row = arguments[2];
        List<Supplier<Map<String, long[]>>> versions = new ArrayList<>();
        for (String path : List.of(arguments[0], arguments[1])) {
            versions.add(load(path).apply(row, arguments[3]));
        }
        rounds(versions, WARM_UP_NANOS);
        List<Map<String, long[]>> best = rounds(versions, NANOS);
        best.get(0)
                .forEach((operation, old) -> print(
                        row, operation, old, Objects.requireNonNull(best.get(1).get(operation))));
    }

    @SuppressWarnings("unchecked")
    private static BiFunction<String, String, Supplier<Map<String, long[]>>> load(String path)
            throws ReflectiveOperationException, MalformedURLException {
        List<URL> parts = new ArrayList<>();
        for (String part : path.split(File.pathSeparator, -1)) {
            parts.add(new File(part).toURI().toURL());
        }
        // The loader stays open: classes are loaded as they are first needed.
        ClassLoader loader = new URLClassLoader(parts.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        return (BiFunction<String, String, Supplier<Map<String, long[]>>>)
                loader.loadClass(Rows.class.getName()).getConstructor().newInstance();
    }

    /// @return the least of each sample, by version and operation
    private static List<Map<String, long[]>> rounds(List<Supplier<Map<String, long[]>>> versions, long nanos) {
        List<Map<String, long[]>> best = List.of(new TreeMap<>(), new TreeMap<>());
        long begin = System.nanoTime();
        int rounds = 0;
        while (rounds < ROUNDS_MIN || (System.nanoTime() - begin < nanos && rounds < ROUNDS_MAX)) {
            for (int i = 0; i < 2; i++) {
                int version = (i + rounds) % 2;
                versions.get(version)
                        .get()
                        .forEach((operation, samples) ->
                                best.get(version).merge(operation, samples, CompareBenchmark::least));
            }
            rounds++;
        }
        return best;
    }

    private static long[] least(long[] left, long[] right) {
        long[] least = new long[left.length];
        Arrays.setAll(least, i -> Math.min(left[i], right[i]));
        return least;
    }

    private static void print(String row, String operation, long[] old, long[] now) {
        double oldMicros = micros(row, old);
        double newMicros = micros(row, now);
        System.out.printf(
                Locale.ROOT,
                "%-28s old %,12.2f µs  new %,12.2f µs  ratio %.2f   bytes %,d and %,d%n",
                row + " " + operation,
                oldMicros,
                newMicros,
                oldMicros / newMicros,
                bytes(row, old),
                bytes(row, now));
    }

    private static double micros(String row, long[] samples) {
        int count = samples.length - 1;
        int skipped = count / 5;
        return Arrays.stream(samples, skipped, count).sum() / 1e3 / (count - skipped) / Rows.batch(row);
    }

    private static long bytes(String row, long[] samples) {
        int count = samples.length - 1;
        return samples[count] / count / Rows.batch(row);
    }
}
