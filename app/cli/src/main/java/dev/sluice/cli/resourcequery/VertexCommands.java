package dev.sluice.cli.resourcequery;

import dev.sluice.graph.find.Criteria;
import dev.sluice.graph.find.CriteriaParser;
import dev.sluice.graph.find.Finder;
import dev.sluice.graph.match.PruningFilters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/// `find`, and the status and properties of single vertices.
final class VertexCommands {
    private final Workspace space;
    private final PruningFilters filters;

    VertexCommands(Workspace space, PruningFilters filters) {
        this.space = space;
        this.filters = filters;
    }

    void find(List<String> words) {
        if (words.size() < 2) {
            space.outlets().errors().accept("ERROR: malformed command: \n");
            return;
        }
        String expression = String.join(" ", words.subList(1, words.size()));
        Optional<Criteria> criteria = CriteriaParser.parse(expression);
        if (criteria.isEmpty()) {
            space.outlets().errors().accept("findfind: invalid criteria: " + expression + ".\n");
            return;
        }
        Finder finder = new Finder(space.graph(), space.model().occupancy());
        Finder.Found placement =
                finder.find(criteria.get(), type -> filters.countedBy(type, space.graph()), Workspace.NOW);
        String found = space.format().text(space.graph(), placement);
        space.outlets()
                .results()
                .accept(found + Workspace.RULE + "INFO: EXPRESSION=\"" + expression + "\"\n" + Workspace.RULE);
    }

    void setStatus(List<String> words) {
        if (words.size() != 3) {
            space.outlets().malformed();
            return;
        }
        OptionalInt vertex = vertex(words.get(1), "Could not");
        if (vertex.isEmpty()) {
            return;
        }
        if (!Set.of("up", "down").contains(words.get(2))) {
            space.outlets().errors().accept("ERROR: unrecognized status\n");
            return;
        }
        space.model().setDown(vertex.getAsInt(), words.get(2).equals("down"));
    }

    void getStatus(List<String> words) {
        if (words.size() != 2) {
            space.outlets().malformed();
            return;
        }
        vertex(words.get(1), "Could not")
                .ifPresent(vertex -> space.outlets()
                        .results()
                        .accept(words.get(1) + " is " + (space.graph().isDown(vertex) ? "down" : "up") + "\n"));
    }

    void setProperty(List<String> words) {
        if (words.size() != 3) {
            space.outlets().malformed();
            return;
        }
        String property = words.get(2);
        int equals = property.indexOf('=');
        if (equals <= 0 || equals == property.length() - 1) {
            space.outlets()
                    .results()
                    .accept("Incorrect input format. \nPlease use `set-property <resource> PROPERTY=VALUE`.\n");
            return;
        }
        vertex(words.get(1), "Couldn't")
                .ifPresent(vertex -> space.graph()
                        .setProperty(vertex, property.substring(0, equals), property.substring(equals + 1)));
    }

    void getProperty(List<String> words) {
        if (words.size() != 2) {
            space.outlets().malformed();
            return;
        }
        vertex(words.get(1), "Could not").ifPresent(vertex -> printProperties(words.get(1), vertex));
    }

    private void printProperties(String path, int vertex) {
        Map<String, String> properties = new TreeMap<>(space.graph().properties(vertex));
        if (properties.isEmpty()) {
            space.outlets()
                    .results()
                    .accept("No properties were found for " + path + " (vtx's uniq_id="
                            + space.graph().uniqId(vertex) + ").\n");
        }
        properties.forEach((key, value) -> space.outlets().results().accept(key + "=" + value + "\n"));
    }

    /// @param couldNot the tool spells it in two ways
    private OptionalInt vertex(String path, String couldNot) {
        OptionalInt vertex = space.graph().findByPath(path);
        if (vertex.isEmpty()) {
            space.outlets().results().accept(couldNot + " find path " + path + " in resource graph.\n");
        }
        return vertex;
    }
}
