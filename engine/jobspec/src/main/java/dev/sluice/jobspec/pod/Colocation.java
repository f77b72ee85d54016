package dev.sluice.jobspec.pod;

/// All pods of the job run inside one domain, such as a rack or a zone.
///
/// @param topologyKey a type of vertices that contain nodes, or else a label of nodes
public record Colocation(String topologyKey, WhenUnsatisfiable whenUnsatisfiable) {
    public Colocation {
        LabelSyntax.requireKey(topologyKey);
    }

    public boolean isDemand() {
        return whenUnsatisfiable == WhenUnsatisfiable.DO_NOT_SCHEDULE;
    }
}
