package dev.sluice.kube.cluster.nodes;

import dev.sluice.kube.KubeObjects;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.object.Owners;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Appends a line per started pod to a file: the UID of its controller (`-` if it has none), its own UID, its namespace
/// and its name, separated by spaces.
///
/// A line is one write, so it survives the end of this process, but not that of the machine.
public final class StartFile implements PodStarts, AutoCloseable {
    private static final String NO_CONTROLLER = "-";
    private static final int COLUMNS = 4;

    private final FileChannel file;

    private StartFile(FileChannel file) {
        this.file = file;
    }

    /// Opens the file, keeping the lines that it has.
    public static StartFile append(Path path) throws IOException {
        return new StartFile(
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
    }

    @Override
    public void started(JsonObject pod) {
        JsonObject controller = Owners.controller(pod);
        List<String> columns = List.of(
                controller == null ? NO_CONTROLLER : controller.text("uid"),
                KubeObjects.uid(pod),
                KubeObjects.namespace(pod),
                KubeObjects.name(pod));
        ByteBuffer line = StandardCharsets.UTF_8.encode(String.join(" ", columns) + "\n");
        try {
            while (line.hasRemaining()) {
                file.write(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Returns the number of started pods by the UID of their controller.
    public static Map<String, Integer> countByController(Path path) throws IOException {
        return count(path, 0);
    }

    /// Returns how often each pod was started, by its UID.
    public static Map<String, Integer> countByPod(Path path) throws IOException {
        return count(path, 1);
    }

    private static Map<String, Integer> count(Path path, int column) throws IOException {
        Map<String, Integer> counts = new TreeMap<>();
        try (Stream<String> lines = Files.lines(path)) {
            lines.forEach(line -> {
                String[] columns = line.split(" ", -1);
                if (columns.length != COLUMNS) {
                    throw new IllegalArgumentException(
                            "%s: line (%s) must have %d columns".formatted(path, line, COLUMNS));
                }
                counts.merge(columns[column], 1, Integer::sum);
            });
        }
        return counts;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
