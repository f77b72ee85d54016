package dev.sluice.graph.match;

import dev.sluice.graph.NodeChanges;
import dev.sluice.graph.ResourceGraph;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The domains of a topology key, and which nodes belong to each. Kept up to date by the graph's log of changed nodes.
///
/// If the graph has vertices of a type with the key's name, each of them is a domain: of all nodes below it, or of
/// itself if the key is `node`. Otherwise the key is a label, and nodes with the same value form a domain. A node
/// without the label, or outside of all such vertices, belongs to no domain.
///
/// A domain without nodes is forgotten, and another one may get its number. So there are never many more numbers than
/// the most domains that had nodes at once, even if each node is a domain and nodes come and go.
final class Domains {
    static final int NONE = -1;

    private static final long NEVER = -1;

    private final ResourceGraph graph;
    private final String key;
    private int type = ResourceGraph.NO_TYPE;
    private long seen = NEVER;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> names = new ArrayList<>();

    /// By domain: how many nodes it has.
    private int[] sizes = {};

    /// The numbers of forgotten domains.
    private final Deque<Integer> free = new ArrayDeque<>();

    private final BitSet nodes = new BitSet();
    private int[] domainOf = {};

    Domains(ResourceGraph graph, String key) {
        this.graph = graph;
        this.key = key;
    }

    String key() {
        return key;
    }

    /// One more than the highest number of a domain; some numbers may be free.
    int count() {
        return names.size();
    }

    /// The value of the label, or the path of the vertex.
    String name(int domain) {
        return names.get(domain);
    }

    /// The domain of a node, or [#NONE].
    int of(int node) {
        return node >= 0 && node < domainOf.length ? domainOf[node] : NONE;
    }

    /// The next node from this one on, or -1.
    int nextNode(int from) {
        return nodes.nextSetBit(from);
    }

    /// Adds all nodes that do not belong to the domain.
    void addOutside(int domain, BitSet into) {
        for (int node = nextNode(0); node >= 0; node = nextNode(node + 1)) {
            if (domainOf[node] != domain) {
                into.set(node);
            }
        }
    }

    void catchUp() {
        NodeChanges changes = graph.nodeChanges();
        int now = graph.typeNumber(key);
        if (seen == changes.count() && now == type) {
            return;
        }
        if (seen == NEVER || now != type || !changes.remembers(seen)) {
            type = now;
            numbers.clear();
            names.clear();
            free.clear();
            nodes.clear();
            Arrays.fill(sizes, 0);
            Arrays.fill(domainOf, NONE);
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                if (graph.kind(vertex).isConstrained()) {
                    evaluate(vertex);
                }
            }
        } else {
            for (long at = seen; at < changes.count(); at++) {
                evaluate(changes.vertex(at));
            }
        }
        seen = changes.count();
    }

    private void evaluate(int node) {
        if (node >= domainOf.length) {
            int before = domainOf.length;
            domainOf = Arrays.copyOf(domainOf, Math.max(2 * before, graph.vertexCount()));
            Arrays.fill(domainOf, before, domainOf.length, NONE);
        }
        leave(domainOf[node]);
        boolean isThere = !graph.isRemoved(node);
        nodes.set(node, isThere);
        domainOf[node] = isThere ? (type < 0 ? byLabel(node) : byType(node)) : NONE;
        if (domainOf[node] != NONE) {
            sizes[domainOf[node]]++;
        }
    }

    private void leave(int domain) {
        if (domain != NONE && --sizes[domain] == 0) {
            numbers.remove(names.get(domain));
            free.push(domain);
        }
    }

    private int byLabel(int node) {
        String value = graph.properties(node).get(key);
        return value == null ? NONE : number(value);
    }

    private int byType(int node) {
        int above = node;
        while (above != ResourceGraph.NO_VERTEX && graph.typeNumber(above) != type) {
            above = graph.parent(above);
        }
        return above == ResourceGraph.NO_VERTEX ? NONE : number(graph.path(above));
    }

    private int number(String name) {
        Integer known = numbers.get(name);
        if (known != null) {
            return known;
        }
        int number;
        if (free.isEmpty()) {
            number = names.size();
            names.add(name);
            sizes = number < sizes.length ? sizes : Arrays.copyOf(sizes, Math.max(8, 2 * number));
        } else {
            number = free.pop();
            names.set(number, name);
        }
        numbers.put(name, number);
        return number;
    }
}
