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

    /// Free numbers, and how many jobs use each shape; only if shapes are recycled.
    private final List<Integer> free = new ArrayList<>();

    private final List<Integer> users = new ArrayList<>();
    private final List<Key> keys = new ArrayList<>();
    private final boolean isRecycled;

    public RequestShapes(ResourceModel machine) {
        this(machine, false);
    }

    /// @param isRecycled whether the number of a shape is given to another one when no job uses it any more
    public RequestShapes(ResourceModel machine, boolean isRecycled) {
        this.machine = machine;
        this.isRecycled = isRecycled;
    }

    /// A job begins to use a shape.
    public void use(int number) {
        if (isRecycled) {
            users.set(number, users.get(number) + 1);
        }
    }

    /// A job uses a shape no more.
    ///
    /// @return whether no other job uses it, so that its number is free
    public boolean leave(int number) {
        if (!isRecycled) {
            return false;
        }
        int left = users.get(number) - 1;
        users.set(number, left);
        if (left == 0) {
            numbers.remove(keys.get(number));
            free.add(number);
        }
        return left == 0;
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
        if (isRecycled) {
            return find(jobspec, both(jobspec.attributes().system().constraint(), nodeSet));
        }
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
        return numbers.computeIfAbsent(new Key(jobspec.resources(), constraint, directives), key -> {
            RequestShape shape = RequestShape.of(machine.prepare(constrained(jobspec, constraint)));
            if (!free.isEmpty()) {
                int number = free.removeLast();
                shapes.set(number, shape);
                keys.set(number, key);
                return number;
            }
            shapes.add(shape);
            if (isRecycled) {
                keys.add(key);
                users.add(0);
            }
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
