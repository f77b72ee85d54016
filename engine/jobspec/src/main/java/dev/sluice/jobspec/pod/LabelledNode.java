package dev.sluice.jobspec.pod;

import java.util.Optional;

/// The attributes of a node that a node selector may test.
public interface LabelledNode {
    /// The value of a label; empty if the node does not have it.
    Optional<String> label(String key);

    String hostname();
}
