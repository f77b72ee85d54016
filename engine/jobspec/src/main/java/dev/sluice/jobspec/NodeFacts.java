package dev.sluice.jobspec;

import dev.sluice.jobspec.pod.LabelledNode;

/// The attributes of a node that a [Constraint] may test.
public interface NodeFacts extends LabelledNode {
    boolean hasProperty(String name);

    long rank();
}
