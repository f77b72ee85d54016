package dev.sluice.cli.resourcequery;

import dev.sluice.graph.ResourceGraph;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/// What a half-typed word may become.
final class Completions {

    /// More than a screen shows at once.
    private static final int LISTED_MAX = 1000;

    private final CommandTable commands;
    private final ResourceGraph graph;

    Completions(CommandTable commands, ResourceGraph graph) {
        this.commands = commands;
        this.graph = graph;
    }

    /// Whole words that begin like the last of these; one that ends with `/` may go on.
    List<String> of(List<String> words) {
        String begun = words.getLast();
        if (words.size() == 1) {
            return beginning(begun, commands.names());
        }
        return commands.named(words.getFirst())
                .map(command -> of(command.argument(words.size() - 1), begun))
                .orElse(List.of());
    }

    private List<String> of(Argument argument, String begun) {
        return switch (argument) {
            case Argument.OneOf(var choices) -> beginning(begun, choices);
            case Argument.File() -> files(begun);
            case Argument.Vertex() -> vertices(begun);
            case Argument.Free() -> List.of();
        };
    }

    private static List<String> beginning(String begun, List<String> words) {
        return words.stream().filter(word -> word.startsWith(begun)).toList();
    }

    private static List<String> files(String begun) {
        String folder = begun.substring(0, begun.lastIndexOf('/') + 1);
        String name = begun.substring(folder.length());
        List<String> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(Path.of(folder.isEmpty() ? "." : folder))) {
            for (Path entry : entries) {
                String file = entry.getFileName().toString();
                boolean isHidden = file.startsWith(".") && !name.startsWith(".");
                if (file.startsWith(name) && !isHidden && found.size() < LISTED_MAX) {
                    found.add(folder + file + (Files.isDirectory(entry) ? "/" : ""));
                }
            }
        } catch (IOException e) {
            // A folder that cannot be listed offers nothing.
            return List.of();
        }
        found.sort(null);
        return found;
    }

    private List<String> vertices(String begun) {
        String above = begun.substring(0, Math.max(begun.lastIndexOf('/'), 0));
        if (above.isEmpty()) {
            return graph.root() == ResourceGraph.NO_VERTEX ? List.of() : beginning(begun, offered(graph.root()));
        }
        OptionalInt vertex = graph.findByPath(above);
        if (vertex.isEmpty()) {
            return List.of();
        }
        return IntStream.of(graph.containmentEdges(vertex.getAsInt()))
                .limit(LISTED_MAX)
                .boxed()
                .flatMap(edge -> offered(graph.target(edge)).stream())
                .filter(path -> path.startsWith(begun))
                .toList();
    }

    /// The path of a vertex, and the same with a slash if there is more below.
    private List<String> offered(int vertex) {
        String path = graph.path(vertex);
        return graph.firstOut(vertex) == ResourceGraph.NO_EDGE ? List.of(path) : List.of(path, path + "/");
    }
}
