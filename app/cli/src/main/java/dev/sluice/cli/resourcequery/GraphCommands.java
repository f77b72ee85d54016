package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.graph.GraphException;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.jobspec.set.Idset;
import dev.sluice.jobspec.set.MalformedTextException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntConsumer;

/// `attach` and `remove`: the machine grows and shrinks.
final class GraphCommands {
    private final Workspace space;
    private final SessionJobspecs requests;

    GraphCommands(Workspace space, SessionJobspecs requests) {
        this.space = space;
        this.requests = requests;
    }

    void attach(List<String> words) {
        if (words.size() != 2) {
            space.outlets().malformed();
            return;
        }
        String file = words.get(1);
        String text;
        try {
            text = space.files().read(file);
        } catch (BadInput | UncheckedIOException e) {
            error("ERROR: can't open " + file);
            return;
        }
        try {
            space.model().attach(JgfReader.readPart(text, file));
            requests.know(space.graph());
        } catch (GraphException e) {
            error("ERROR: can't attach JGF subgraph \nERROR: " + e.getMessage());
        }
    }

    void remove(List<String> words) {
        if (words.size() != 3) {
            space.outlets().malformed();
            return;
        }
        switch (words.get(2)) {
            case "true" -> removePath(words.get(1));
            case "false" -> removeRanks(words.get(1));
            default -> error("ERROR: invalid path boolean input ");
        }
    }

    private void removePath(String path) {
        OptionalInt vertex = space.graph().findByPath(path);
        if (vertex.isEmpty()) {
            error("ERROR: can't remove subgraph \nERROR: there is no vertex " + path);
            return;
        }
        remove(vertex.getAsInt(), space.model()::remove);
    }

    /// All of the ranks or none.
    private void removeRanks(String ranks) {
        List<Integer> nodes = new ArrayList<>();
        try {
            Idset set = Idset.parse(ranks);
            if (set.size() > space.graph().nodeCount()) {
                error("ERROR: can't remove subgraph \nERROR: there are not as many ranks as " + ranks);
                return;
            }
            set.forEach(rank -> nodes.add(
                    rank > Integer.MAX_VALUE
                            ? ResourceGraph.NO_VERTEX
                            : space.graph().nodeOfRank((int) rank)));
        } catch (MalformedTextException e) {
            error("ERROR: failed to decode ranks.");
            return;
        }
        if (nodes.contains(ResourceGraph.NO_VERTEX)) {
            error("ERROR: can't remove subgraph \nERROR: there is no node for each of the ranks " + ranks);
            return;
        }
        nodes.forEach(node -> remove(node, space.model()::removeNode));
    }

    private void remove(int vertex, IntConsumer removal) {
        try {
            removal.accept(vertex);
            markCancelled();
        } catch (GraphException e) {
            error("ERROR: can't remove subgraph \nERROR: " + e.getMessage());
        }
    }

    /// A job of which nothing is left is gone.
    private void markCancelled() {
        for (JobRegister.Job job : List.copyOf(space.jobs().all())) {
            boolean held = job.state() == JobRegister.State.ALLOCATED || job.state() == JobRegister.State.RESERVED;
            if (held && space.model().occupancy().holding(job.id()).isEmpty()) {
                space.jobs().cancel(job.id());
            }
        }
    }

    private void error(String text) {
        space.outlets().errors().accept(text + "\n");
    }
}
