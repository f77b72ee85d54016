package dev.sluice.cli.demo.live;

import dev.sluice.kube.object.Node;
import dev.sluice.kube.object.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What has changed since the last look, in words.
final class News {
    private final String namespace;
    private final Map<String, String> told = new HashMap<>();

    /// @param namespace of the managed Jobs
    News(String namespace) {
        this.namespace = namespace;
    }

    List<String> of(Observation now) {
        List<String> lines = new ArrayList<>();
        now.jobs().forEach((name, job) -> tell(lines, "Job " + name, Observation.stateOf(job), ""));
        now.pods().forEach((name, json) -> {
            boolean isForeign = !name.startsWith(namespace + "/");
            tell(lines, "Pod " + name, Observation.stateOf(new Pod(json), isForeign), "");
        });
        now.nodes()
                .forEach((name, node) -> tell(lines, "Node " + name, Observation.stateOf(new Node(node)), "is ready"));
        return lines;
    }

    /// @param usual is not told the first time
    private void tell(List<String> lines, String object, String state, String usual) {
        String before = told.put(object, state);
        boolean isNew = before == null ? !state.equals(usual) : !before.equals(state);
        if (isNew && !state.isEmpty()) {
            lines.add(object + " " + state);
        }
    }
}
