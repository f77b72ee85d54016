package dev.sluice.jobspec.explain;

import dev.sluice.jobspec.ResourceRequest;
import java.util.ArrayList;
import java.util.List;

/// The requested resources as an indented tree, RFC 45 texts for counts.
final class RequestTree {
    private final List<String> lines = new ArrayList<>();

    private RequestTree() {}

    static List<String> lines(List<ResourceRequest> requests) {
        RequestTree tree = new RequestTree();
        tree.lines.add("resources");
        tree.add(requests, "");
        return tree.lines;
    }

    private void add(List<ResourceRequest> requests, String indent) {
        for (int i = 0; i < requests.size(); i++) {
            boolean last = i == requests.size() - 1;
            ResourceRequest request = requests.get(i);
            lines.add(indent + (last ? "└── " : "├── ") + text(request));
            add(request.with(), indent + (last ? "    " : "│   "));
        }
    }

    private static String text(ResourceRequest request) {
        StringBuilder text = new StringBuilder(request.type());
        request.label().ifPresent(label -> text.append(' ').append(label));
        text.append(" × ").append(request.count().encode());
        request.unit().ifPresent(unit -> text.append(' ').append(unit));
        request.id().ifPresent(id -> text.append(" id ").append(id));
        request.exclusive().ifPresent(exclusive -> text.append(exclusive ? " exclusive" : " shared"));
        return text.toString();
    }
}
