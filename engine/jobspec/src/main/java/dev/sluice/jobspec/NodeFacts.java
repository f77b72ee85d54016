package dev.sluice.jobspec;

/// What a [Constraint] may ask of a node.
public interface NodeFacts {
    boolean hasProperty(String name);

    String hostname();

    long rank();
}
