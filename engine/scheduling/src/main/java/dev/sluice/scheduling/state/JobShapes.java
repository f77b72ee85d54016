package dev.sluice.scheduling.state;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.limit.LimitUsage;
import dev.sluice.scheduling.machine.RequestShape;
import dev.sluice.scheduling.machine.RequestShapes;
import dev.sluice.scheduling.machine.Satisfiability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The shape of each job's request: what its jobspec asks for, on the nodes of its queue.
///
/// While a job backs off after a failure, its shape leaves out the nodes that failed it; as long as nodes are excluded
/// for it, these too.
final class JobShapes {
    private final JobTable table;
    private final RequestShapes shapes;
    private final Satisfiability satisfiability;
    private final LimitUsage limits;
    private final LackingParts lacking;
    private int[] shapeOf = new int[64];

    JobShapes(
            JobTable table,
            RequestShapes shapes,
            Satisfiability satisfiability,
            LimitUsage limits,
            LackingParts lacking) {
        this.lacking = lacking;
        this.table = table;
        this.shapes = shapes;
        this.satisfiability = satisfiability;
        this.limits = limits;
    }

    void makeRoom(int jobs) {
        if (jobs > shapeOf.length) {
            shapeOf = Arrays.copyOf(shapeOf, jobs);
        }
    }

    int number(int job) {
        return shapeOf[job];
    }

    RequestShape of(int job) {
        return shapes.shape(shapeOf[job]);
    }

    /// Gives a new job its shape.
    ///
    /// @param avoidsFailed whether it must not use the nodes that failed it
    void enter(int job, boolean avoidsFailed) {
        if (job >= shapeOf.length) {
            makeRoom(Math.max(job + 1, 2 * shapeOf.length));
        }
        shapeOf[job] = find(job, avoidsFailed);
        shapes.use(shapeOf[job]);
    }

    /// Gives a job another shape.
    void change(int job, boolean avoidsFailed) {
        int before = shapeOf[job];
        enter(job, avoidsFailed);
        leave(before);
    }

    /// Forgets the shape of a job that is gone.
    void left(int job) {
        leave(shapeOf[job]);
    }

    private void leave(int shape) {
        if (shapes.leave(shape)) {
            satisfiability.forget(shape);
        }
    }

    /// The shape of a job's request on other nodes than those that failed it.
    RequestShape elsewhere(int job) {
        int number = find(job, true);
        RequestShape shape = shapes.shape(number);
        // The number is not kept.
        shapes.use(number);
        leave(number);
        return shape;
    }

    private int find(int job, boolean avoidsFailed) {
        Optional<Constraint> nodeSet =
                limits.rules(table.job(job).queuePriority().queue()).nodeSet();
        List<String> excluded = lacking.excluded(table.id(job));
        List<String> failed = avoidsFailed ? table.failedOn(job) : List.of();
        boolean isAnywhere = excluded.isEmpty() && failed.isEmpty();
        return shapes.numberOf(
                table.job(job).jobspec(),
                isAnywhere ? nodeSet : without(Stream.concat(excluded.stream(), failed.stream()), nodeSet));
    }

    private static Optional<Constraint> without(Stream<String> nodes, Optional<Constraint> nodeSet) {
        List<String> names = nodes.map(path -> path.substring(path.lastIndexOf('/') + 1))
                .distinct()
                .toList();
        List<Constraint> all = new ArrayList<>();
        nodeSet.ifPresent(all::add);
        all.add(new Constraint.Not(List.of(new Constraint.Hostlist(Hostlist.of(names)))));
        return all.size() < 2 ? all.stream().findFirst() : Optional.of(new Constraint.And(all));
    }
}
