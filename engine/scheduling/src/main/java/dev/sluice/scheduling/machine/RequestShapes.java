package dev.sluice.scheduling.machine;

import dev.sluice.graph.model.ResourceModel;
import dev.sluice.jobspec.Attributes;
import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.Jobspec;
import dev.sluice.jobspec.ResourceRequest;
import dev.sluice.jobspec.SystemAttributes;
import dev.sluice.jobspec.pod.SchedulingDirectives;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Numbers the distinct shapes, densely from zero.
public final class RequestShapes {
    private final ResourceModel machine;
    private final List<RequestShape> shapes = new ArrayList<>();
    private final Map<Key, Integer> numbers = new HashMap<>();

    /// Submitters of many similar jobs often pass the same jobspec object: an identity look-up avoids comparing.
    private final Map<Optional<Constraint>, IdentityHashMap<Jobspec, Integer>> known = new HashMap<>();

    private final IdentityHashMap<Jobspec, Integer> knownAnywhere = new IdentityHashMap<>();

    /// All that decides where a job fits.
    private record Key(
            List<ResourceRequest> resources, Optional<Constraint> constraint, SchedulingDirectives directives) {}

    public RequestShapes(ResourceModel machine) {
        this.machine = machine;
    }

    public RequestShape shape(int number) {
        return shapes.get(number);
    }

    public int size() {
        return shapes.size();
    }

    /// Returns the number of the job's shape.
    ///
    /// @param nodeSet the nodes on which the job's queue may run its jobs
    public int numberOf(Jobspec jobspec, Optional<Constraint> nodeSet) {
        IdentityHashMap<Jobspec, Integer> same = nodeSet.isEmpty() ? knownAnywhere : knownIn(nodeSet);
        Integer number = same.get(jobspec);
        if (number == null) {
            number = find(jobspec, both(jobspec.attributes().system().constraint(), nodeSet));
            same.put(jobspec, number);
        }
        return number;
    }

    private IdentityHashMap<Jobspec, Integer> knownIn(Optional<Constraint> nodeSet) {
        return known.computeIfAbsent(nodeSet, _ -> new IdentityHashMap<>());
    }

    private int find(Jobspec jobspec, Optional<Constraint> constraint) {
        SchedulingDirectives directives = jobspec.attributes().system().directives();
        return numbers.computeIfAbsent(new Key(jobspec.resources(), constraint, directives), _ -> {
            shapes.add(RequestShape.of(machine.prepare(constrained(jobspec, constraint))));
            return shapes.size() - 1;
        });
    }

    private static Optional<Constraint> both(Optional<Constraint> own, Optional<Constraint> nodeSet) {
        if (own.isEmpty() || nodeSet.isEmpty()) {
            return own.or(() -> nodeSet);
        }
        return Optional.of(new Constraint.And(List.of(own.get(), nodeSet.get())));
    }

    private static Jobspec constrained(Jobspec jobspec, Optional<Constraint> constraint) {
        SystemAttributes changed = jobspec.attributes().system().withConstraint(constraint);
        return new Jobspec(
                jobspec.version(),
                jobspec.resources(),
                jobspec.tasks(),
                new Attributes(changed, jobspec.attributes().user()));
    }
}
