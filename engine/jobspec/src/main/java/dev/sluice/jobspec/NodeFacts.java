package dev.sluice.jobspec;

/// The attributes of a node that a [Constraint] may test.
public interface NodeFacts {
    boolean hasProperty(String name);

    String hostname();

    long rank();
}
