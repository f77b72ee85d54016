package dev.sluice.queue.postgres.project;

import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.MalformedTextException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The nodes of a run, as a hostlist.
final class NodeNames {
    private NodeNames() {}

    /// Adds names to a hostlist. Names that no hostlist can have are listed with commas: a strange name must not keep
    /// records from being written.
    static String plus(String hostlist, Collection<String> more) {
        try {
            Set<String> names = new LinkedHashSet<>(Hostlist.parse(hostlist).hosts());
            names.addAll(more);
            return Hostlist.of(List.copyOf(names)).encode();
        } catch (MalformedTextException _) {
            Set<String> names = new LinkedHashSet<>(List.of(hostlist.split(",", -1)));
            names.addAll(more);
            names.remove("");
            return String.join(",", names);
        }
    }
}
