package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import dev.sluice.graph.GraphException;
import dev.sluice.graph.Placement;
import dev.sluice.graph.ResourceGraph;
import dev.sluice.graph.find.Criteria;
import dev.sluice.graph.find.CriteriaParser;
import dev.sluice.graph.find.Finder;
import dev.sluice.graph.io.GrugReader;
import dev.sluice.graph.io.JgfReader;
import dev.sluice.graph.io.Rv1ExecReader;
import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.MatchPolicy;
import dev.sluice.graph.match.Outcome;
import dev.sluice.graph.model.PartialRelease;
import dev.sluice.graph.model.ResourceModel;
import dev.sluice.graph.occupancy.Occupancy;
import dev.sluice.jobspec.Dialect;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.parse.JobspecException;
import dev.sluice.jobspec.parse.JobspecReader;
import dev.sluice.jobspec.rset.ResourceSet;
import dev.sluice.jobspec.rset.ResourceSetReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// One session of the tool: commands in, texts out, a graph that remembers.
///
/// The virtual time of a session stands at zero: "now" is always the graph's beginning.
final class Session {
    private static final String RULE = "INFO: =============================\n";
    private static final long NOW = 0;

    /// The short forms of the commands.
    private static final Map<String, String> ABBREVIATIONS = Map.ofEntries(
            Map.entry("m", "match"),
            Map.entry("f", "find"),
            Map.entry("c", "cancel"),
            Map.entry("pc", "partial-cancel"),
            Map.entry("p", "set-property"),
            Map.entry("g", "get-property"),
            Map.entry("t", "set-status"),
            Map.entry("e", "get-status"),
            Map.entry("i", "info"),
            Map.entry("q", "quit"));

    private final ResourceModel model;
    private final ResourceGraph graph;
    private final UnaryOperator<String> files;
    private final Consumer<String> out;
    private final Consumer<String> err;
    private final MatchFormat format;
    private final Set<String> types = new HashSet<>();
    private final Set<String> countedTypes = new LinkedHashSet<>();
    private long nextJob = 1;

    /// @param files gives the text of a file
    Session(ResourceQueryOptions options, UnaryOperator<String> files, Consumer<String> out, Consumer<String> err) {
        this.files = files;
        this.out = out;
        this.err = err;
        this.graph = load(options, files);
        MatchPolicy policy = MatchPolicy.named(options.policy())
                .orElseThrow(() -> new BadInput(
                        "--match-policy (%s) is not one of %s".formatted(options.policy(), MatchPolicy.NAMES)));
        this.model = new ResourceModel(graph, policy);
        this.format = MatchFormat.named(options.matchFormat())
                .orElseThrow(() -> new BadInput(
                        "--match-format (%s) is not one of simple, pretty_simple, jgf, rlite or rv1_nosched"
                                .formatted(options.matchFormat())));
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            types.add(graph.type(vertex));
        }
        for (String filter : options.pruneFilters().split(",", -1)) {
            countedTypes.add(filter.substring(filter.indexOf(':') + 1));
        }
    }

    private static ResourceGraph load(ResourceQueryOptions options, UnaryOperator<String> files) {
        String text = files.apply(options.graphFile());
        try {
            return switch (options.loadFormat()) {
                case "grug" -> GrugReader.read(text, options.graphFile());
                case "jgf" -> JgfReader.read(text, options.graphFile());
                case "rv1exec" -> Rv1ExecReader.read(text, options.graphFile());
                default ->
                    throw new BadInput(
                            "--load-format (%s) is not one of grug, jgf or rv1exec".formatted(options.loadFormat()));
            };
        } catch (GraphException e) {
            throw new BadInput(String.valueOf(e.getMessage()));
        }
    }

    /// Carries out one line.
    ///
    /// @return whether the session goes on
    boolean execute(String line) {
        List<String> words = words(line);
        if (words.isEmpty()) {
            return true;
        }
        String command = ABBREVIATIONS.getOrDefault(words.getFirst(), words.getFirst());
        switch (command) {
            case "match" -> match(words);
            case "find" ->
                find(line.strip().substring(words.getFirst().length()).strip());
            case "cancel" -> cancel(words);
            case "partial-cancel" -> partialCancel(words);
            case "set-status" -> setStatus(words);
            case "get-status" -> getStatus(words);
            case "set-property" -> setProperty(words);
            case "get-property" -> getProperty(words);
            case "info" -> info(words);
            case "quit" -> {
                return false;
            }
            // Unknown words are passed over, as comments are.
            default -> {}
        }
        return true;
    }

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        for (String word : line.strip().split("\\s+", -1)) {
            if (!word.isEmpty()) {
                words.add(word);
            }
        }
        return words;
    }

    private void match(List<String> words) {
        Optional<MatchOperation> operation = words.size() == 3 ? MatchOperation.named(words.get(1)) : Optional.empty();
        if (operation.isEmpty()) {
            err.accept("ERROR: malformed command\n");
            return;
        }
        Jobspec jobspec;
        try {
            jobspec = JobspecReader.read(files.apply(words.get(2)), words.get(2), Dialect.FLUX_SCHED);
        } catch (BadInput | UncheckedIOException e) {
            err.accept("ERROR: can't open " + words.get(2) + "\n");
            return;
        } catch (JobspecException e) {
            err.accept("match_allocate: ERROR: Jobspec error for %d: %s%n".formatted(nextJob, e.getMessage()));
            return;
        }
        if (!knowsTypes(jobspec.resources())) {
            err.accept(
                    "match_allocate: ERROR: Jobspec error for %d: Value of \"type\" must be a resource type known to fluxion%n"
                            .formatted(nextJob));
            return;
        }
        long job = nextJob;
        Outcome outcome = model.match(operation.get(), jobspec, job, NOW);
        report(operation.get(), outcome, job);
        if (operation.get().allocates()) {
            nextJob++;
        }
    }

    private boolean knowsTypes(List<ResourceRequest> requests) {
        for (ResourceRequest request : requests) {
            if ((!request.isSlot() && !types.contains(request.type())) || !knowsTypes(request.with())) {
                return false;
            }
        }
        return true;
    }

    private void report(MatchOperation operation, Outcome outcome, long job) {
        switch (outcome) {
            case Outcome.Placed placed -> {
                out.accept(format.text(graph, placed.placement(), placed.start(), placed.end()));
                String state = !operation.allocates() ? "MATCHED" : placed.reserved() ? "RESERVED" : "ALLOCATED";
                String when = placed.start() == NOW ? "Now" : Long.toString(placed.start());
                out.accept(RULE + "INFO: JOBID=" + job + "\nINFO: RESOURCES=" + state + "\nINFO: SCHEDULED AT=" + when
                        + "\n" + RULE);
            }
            case Outcome.Busy() ->
                out.accept(RULE + "INFO: No matching resources found\nINFO: JOBID=" + job + "\n" + RULE);
            case Outcome.Unsatisfiable()
            when operation == MatchOperation.SATISFIABILITY ->
                out.accept(RULE + "INFO: Unsatisfiable request\n" + RULE);
            case Outcome.Unsatisfiable() ->
                out.accept(RULE + "INFO: No matching resources found\nINFO: Unsatisfiable request\nINFO: JOBID=" + job
                        + "\n" + RULE);
            case Outcome.Satisfiable() -> out.accept(RULE + "INFO: Satisfiable request\n" + RULE);
        }
    }

    private void find(String expression) {
        Optional<Criteria> criteria = CriteriaParser.parse(expression);
        if (criteria.isEmpty()) {
            err.accept("findfind: invalid criteria: " + expression + ".\n");
            return;
        }
        Placement found = new Finder(graph, model.occupancy()).find(criteria.get());
        out.accept(format.text(graph, found, 0, 0));
        out.accept(RULE + "INFO: EXPRESSION=\"" + expression + "\"\n" + RULE);
    }

    private void cancel(List<String> words) {
        OptionalLong job = words.size() < 2 ? OptionalLong.empty() : number(words.get(1));
        if (job.isEmpty()) {
            err.accept("ERROR: malformed command\n");
            return;
        }
        Optional<Occupancy.Holding> holding = model.occupancy().holding(job.getAsLong());
        if (!model.cancel(job.getAsLong())) {
            err.accept("cancel: ERROR: nonexistent job " + job.getAsLong() + "\n");
            return;
        }
        if (words.size() > 2 && words.get(2).equals("stats")) {
            reportVisits("CANCEL", holding.map(held -> held.placement().size()).orElse(0));
        }
    }

    private void partialCancel(List<String> words) {
        OptionalLong job = words.size() < 4 ? OptionalLong.empty() : number(words.get(1));
        if (job.isEmpty()) {
            err.accept("ERROR: malformed command\n");
            return;
        }
        if (!Set.of("jgf", "rv1exec").contains(words.get(2))) {
            err.accept("ERROR: unsupported reader " + words.get(2) + "\n");
            return;
        }
        Optional<Occupancy.Holding> holding = model.occupancy().holding(job.getAsLong());
        if (holding.isEmpty()) {
            err.accept("partial_cancel: ERROR: nonexistent job " + job.getAsLong() + "\n");
            return;
        }
        if (holding.get().reserved()) {
            err.accept("ERROR: reservations not currently supported by partial cancel\n");
            return;
        }
        Optional<Placement> rest = restOf(holding.get().placement(), words.get(2), words.get(3));
        if (rest.isEmpty()) {
            err.accept("ERROR: error encountered while removing job " + job.getAsLong() + "\n");
            return;
        }
        model.reduce(holding.get(), rest.get());
        if (words.size() > 4 && words.get(4).equals("stats")) {
            reportVisits(
                    "PARTIAL CANCEL",
                    holding.get().placement().size() - rest.get().size());
        }
    }

    /// What a job keeps after giving back what the file lists; empty if the list makes no sense for it.
    private Optional<Placement> restOf(Placement placement, String format, String file) {
        try {
            String text = files.apply(file);
            if (format.equals("jgf")) {
                return PartialRelease.named(graph, placement, JgfReader.readPart(text, file))
                        .map(released -> PartialRelease.without(placement, released));
            }
            ResourceSet set = ResourceSetReader.read(text, file);
            return PartialRelease.named(graph, placement, set)
                    .map(released -> PartialRelease.without(placement, released))
                    .map(rest -> rest.size() == 0 && PartialRelease.leavesSomething(graph, placement, set, countedTypes)
                            ? PartialRelease.shared(placement)
                            : rest);
        } catch (GraphException | JobspecException | BadInput | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private void reportVisits(String what, int visited) {
        out.accept(RULE + "INFO: " + what + " PREORDER COUNT=\"" + visited + "\"\nINFO: " + what + " POSTORDER COUNT=\""
                + visited + "\"\n" + RULE);
    }

    private void info(List<String> words) {
        if (words.size() != 2) {
            err.accept("ERROR: malformed command\n");
        }
    }

    private void setStatus(List<String> words) {
        if (words.size() != 3) {
            err.accept("ERROR: malformed command\n");
            return;
        }
        OptionalInt vertex = vertex(words.get(1), "Could not");
        if (vertex.isEmpty()) {
            return;
        }
        if (!Set.of("up", "down").contains(words.get(2))) {
            err.accept("ERROR: unrecognized status\n");
            return;
        }
        boolean down = words.get(2).equals("down");
        graph.forEachBelow(vertex.getAsInt(), below -> graph.setDown(below, down));
    }

    private void getStatus(List<String> words) {
        if (words.size() != 2) {
            err.accept("ERROR: malformed command\n");
            return;
        }
        vertex(words.get(1), "Could not")
                .ifPresent(vertex -> out.accept(words.get(1) + " is " + (graph.isDown(vertex) ? "down" : "up") + "\n"));
    }

    private void setProperty(List<String> words) {
        if (words.size() != 3) {
            err.accept("ERROR: malformed command\n");
            return;
        }
        String property = words.get(2);
        int equals = property.indexOf('=');
        if (equals <= 0 || equals == property.length() - 1) {
            out.accept("Incorrect input format. \nPlease use `set-property <resource> PROPERTY=VALUE`.\n");
            return;
        }
        vertex(words.get(1), "Couldn't")
                .ifPresent(vertex ->
                        graph.setProperty(vertex, property.substring(0, equals), property.substring(equals + 1)));
    }

    private void getProperty(List<String> words) {
        if (words.size() != 2) {
            err.accept("ERROR: malformed command\n");
            return;
        }
        vertex(words.get(1), "Couldn't").ifPresent(vertex -> {
            Map<String, String> properties = graph.properties(vertex);
            if (properties.isEmpty()) {
                out.accept("No properties were found for %s (vtx's uniq_id=%d).%n"
                        .formatted(words.get(1), graph.uniqId(vertex)));
            }
            properties.forEach((key, value) -> out.accept(key + "=" + value + "\n"));
        });
    }

    /// @param couldNot the tool spells it in two ways
    private OptionalInt vertex(String path, String couldNot) {
        OptionalInt vertex = graph.findByPath(path);
        if (vertex.isEmpty()) {
            out.accept(couldNot + " find path " + path + " in resource graph.\n");
        }
        return vertex;
    }

    private static OptionalLong number(String word) {
        return word.matches("\\d{1,18}") ? OptionalLong.of(Long.parseLong(word)) : OptionalLong.empty();
    }
}
