package dev.sluice.cli.resourcequery;

import dev.sluice.graph.match.MatchOperation;
import dev.sluice.graph.match.PruningFilters;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/// All commands of a session, in the order in which `help` lists them.
final class Commands {
    static final String QUIT = "quit";

    private static final Argument FILE = new Argument.File();
    private static final Argument VERTEX = new Argument.Vertex();
    private static final Argument FREE = new Argument.Free();
    private static final Argument OPERATION = new Argument.OneOf(
            Stream.of(MatchOperation.values()).map(MatchOperation::word).toList());

    private final MatchCommands matches;
    private final AdoptionCommand adoption;
    private final GraphCommands graphs;
    private final ReleaseCommands releases;
    private final VertexCommands vertices;
    private final JobCommands jobs;

    private Commands(
            Workspace space, SessionJobspecs requests, PruningFilters filters, boolean timed, LongSupplier nanos) {
        MatchReport report = new MatchReport(space, timed);
        this.matches = new MatchCommands(space, requests, report, nanos);
        this.adoption = new AdoptionCommand(space, report, nanos);
        this.graphs = new GraphCommands(space, requests);
        this.releases = new ReleaseCommands(space, filters.types());
        this.vertices = new VertexCommands(space, filters);
        this.jobs = new JobCommands(space);
    }

    static CommandTable table(
            Workspace space, SessionJobspecs requests, PruningFilters filters, boolean timed, LongSupplier nanos) {
        Commands all = new Commands(space, requests, filters, timed, nanos);
        return new CommandTable(
                Stream.of(
                                all.aboutMatching(),
                                all.aboutTheGraph(),
                                all.aboutReleasing(),
                                all.aboutVertices(),
                                all.aboutJobs())
                        .flatMap(List::stream)
                        .toList(),
                space.outlets().notes());
    }

    private List<Command> aboutMatching() {
        return List.of(
                new Command(
                        "match",
                        "m",
                        "Find resources for a job, now or later (subcmd: allocate | allocate_with_satisfiability |"
                                + " allocate_orelse_reserve | satisfiability | without_allocating |"
                                + " without_allocating_future): resource-query> match allocate jobspec",
                        List.of(OPERATION, FILE),
                        matches::match),
                new Command(
                        "multi-match",
                        "M",
                        "Find resources for several jobs, until one does not fit (subcmd: as for match):"
                                + " resource-query> multi-match allocate jobspec1 jobspec2 ...",
                        List.of(OPERATION, FILE),
                        matches::multiMatch));
    }

    private List<Command> aboutTheGraph() {
        return List.of(
                new Command(
                        "update",
                        "u",
                        "Let a job hold what a file says (subcmd: allocate | reserve), (reader: jgf | jgf_shorthand |"
                                + " rv1exec): resource-query> update allocate jgf file jobid starttime duration",
                        List.of(
                                Argument.oneOf("allocate", "reserve"),
                                new Argument.OneOf(AdoptionCommand.READERS),
                                FILE,
                                FREE),
                        adoption::update),
                new Command(
                        "attach",
                        "j",
                        "Add to the graph what a JGF file has beyond it: resource-query> attach file",
                        List.of(FILE),
                        graphs::attach),
                new Command(
                        "remove",
                        "j",
                        "Take a part out of the graph, by path (true) or by ranks (false):"
                                + " resource-query> remove path true, or: remove idset false",
                        List.of(VERTEX, Argument.oneOf("true", "false")),
                        graphs::remove),
                new Command(
                        "find",
                        "f",
                        "Find vertices (predicates, joined by and, or and parentheses: status={up|down}"
                                + " sched-now={allocated|free} sched-future={reserved|free} agfilter={true|false}"
                                + " names=hostlist jobid-alloc=jobid jobid-span=jobid jobid-tag=jobid"
                                + " jobid-reserved=jobid property=name):"
                                + " resource-query> find status=down and sched-now=allocated",
                        List.of(Argument.oneOf(
                                "status=up",
                                "status=down",
                                "sched-now=allocated",
                                "sched-now=free",
                                "sched-future=reserved",
                                "sched-future=free",
                                "agfilter=true",
                                "agfilter=false",
                                "names=",
                                "jobid-alloc=",
                                "jobid-span=",
                                "jobid-tag=",
                                "jobid-reserved=",
                                "property=",
                                "and",
                                "or")),
                        vertices::find));
    }

    private List<Command> aboutReleasing() {
        return List.of(
                new Command(
                        "cancel",
                        "c",
                        "Give back all that a job holds: resource-query> cancel jobid (optional: stats)",
                        List.of(FREE, Argument.oneOf("stats")),
                        releases::cancel),
                new Command(
                        "partial-cancel",
                        "pc",
                        "Give back a part of what a job holds (reader: jgf | rv1exec):"
                                + " resource-query> partial-cancel jobid rv1exec file (optional: stats)",
                        List.of(FREE, Argument.oneOf("jgf", "rv1exec"), FILE, Argument.oneOf("stats")),
                        releases::partialCancel));
    }

    private List<Command> aboutVertices() {
        return List.of(
                new Command(
                        "set-property",
                        "p",
                        "Give a vertex a property: resource-query> set-property path PROPERTY=VALUE",
                        List.of(VERTEX, FREE),
                        vertices::setProperty),
                new Command(
                        "get-property",
                        "g",
                        "List the properties of a vertex: resource-query> get-property path",
                        List.of(VERTEX),
                        vertices::getProperty),
                new Command(
                        "set-status",
                        "t",
                        "Take a vertex and all below it up or down: resource-query> set-status path {up|down}",
                        List.of(VERTEX, Argument.oneOf("up", "down")),
                        vertices::setStatus),
                new Command(
                        "get-status",
                        "e",
                        "Tell whether a vertex is up: resource-query> get-status path",
                        List.of(VERTEX),
                        vertices::getStatus));
    }

    private List<Command> aboutJobs() {
        return List.of(
                new Command("list", "l", "List all jobs: resource-query> list", List.of(), _ -> jobs.list()),
                new Command(
                        "info", "i", "Tell what is known of a job: resource-query> info jobid", List.of(), jobs::info),
                new Command(
                        "stat",
                        "s",
                        "Tell how many jobs matched, and how fast: resource-query> stat",
                        List.of(),
                        jobs::stat),
                new Command("cat", "a", "Print a file: resource-query> cat jobspec", List.of(FILE), jobs::cat));
    }
}
