package dev.sluice.jobspec.parse;

import dev.sluice.jobspec.Constraint;
import dev.sluice.jobspec.set.Hostlist;
import dev.sluice.jobspec.set.Idset;
import java.util.List;
import java.util.Map;

/// Reads constraints: mappings with one operator each, of RFC 31 or a node selector.
final class ConstraintReader {
    private static final List<String> OPERATORS =
            List.of("properties", "hostlist", "ranks", "nodeSelectorTerms", "not", "and", "or");

    private ConstraintReader() {}

    static Constraint constraint(Value value) {
        Map<String, Value> fields = value.fields(OPERATORS);
        if (fields.isEmpty()) {
            return Constraint.ANY;
        }
        if (fields.size() > 1) {
            throw value.problemWith(
                    "more than one operator (" + String.join(", ", fields.keySet()) + ")",
                    "join them by and: [{…}, {…}]?");
        }
        Map.Entry<String, Value> only = fields.entrySet().iterator().next();
        Value operand = only.getValue();
        return switch (only.getKey()) {
            case "properties" -> properties(operand);
            case "hostlist" -> hostlist(operand);
            case "ranks" -> ranks(operand);
            case "nodeSelectorTerms" -> NodeSelectorReader.nodeSelector(operand);
            case "not" -> new Constraint.Not(constraints(operand));
            case "and" -> new Constraint.And(constraints(operand));
            default -> new Constraint.Or(constraints(operand));
        };
    }

    private static List<Constraint> constraints(Value list) {
        return list.elements().stream().map(ConstraintReader::constraint).toList();
    }

    private static Constraint properties(Value list) {
        List<Value> elements = list.elements();
        for (Value element : elements) {
            element.checked(() -> new Constraint.Properties(List.of(element.text())));
        }
        return new Constraint.Properties(elements.stream().map(Value::text).toList());
    }

    private static Constraint hostlist(Value list) {
        List<Hostlist> hosts = list.elements().stream()
                .map(element -> element.checked(() -> Hostlist.parse(element.text())))
                .toList();
        return list.checked(() -> new Constraint.Hostlist(Hostlist.concatenate(hosts)));
    }

    private static Constraint ranks(Value list) {
        Idset ranks = Idset.EMPTY;
        for (Value element : list.elements()) {
            ranks = ranks.union(element.checked(() -> Idset.parse(element.text())));
        }
        return new Constraint.Ranks(ranks);
    }
}
