package dev.sluice.kube.select;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.port.ApiStatus;
import dev.sluice.kube.select.LabelRequirement.Operator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A label selector: requirements that must all hold.
public final class LabelSelector {
    public static final LabelSelector EVERYTHING = new LabelSelector(List.of(), true);

    /// Selects no object: the meaning of a selector that is missing in an object.
    public static final LabelSelector NOTHING = new LabelSelector(List.of(), false);

    private final LabelRequirement[] requirements;
    private final boolean selectable;

    /// A label and its value.
    public record Equality(String key, String value) {}

    private LabelSelector(List<LabelRequirement> requirements, boolean selectable) {
        this.requirements = requirements.stream()
                .sorted(Comparator.comparing(LabelRequirement::key))
                .toArray(LabelRequirement[]::new);
        this.selectable = selectable;
    }

    static LabelSelector of(List<LabelRequirement> requirements) {
        return requirements.isEmpty() ? EVERYTHING : new LabelSelector(requirements, true);
    }

    /// Parses the query form: `app=web,tier in (a,b),!old`.
    ///
    /// @throws dev.sluice.kube.port.ApiException 400, in Kubernetes' words
    public static LabelSelector parse(String text) {
        return text.isEmpty() ? EVERYTHING : of(new LabelSelectorParser(text).parse());
    }

    /// Parses the form in objects: `matchLabels` and `matchExpressions`.
    ///
    /// @throws dev.sluice.kube.port.ApiException 400, in Kubernetes' words
    public static LabelSelector of(JsonObject selector) {
        List<LabelRequirement> requirements = new ArrayList<>();
        JsonObject labels = selector.object("matchLabels");
        for (int i = 0; i < labels.size(); i++) {
            requirements.add(LabelRequirement.checked("", labels.name(i), Operator.EQUALS, texts(labels.value(i))));
        }
        for (Json expression : selector.array("matchExpressions")) {
            requirements.add(requirement(expression instanceof JsonObject object ? object : JsonObject.EMPTY));
        }
        return of(requirements);
    }

    private static LabelRequirement requirement(JsonObject expression) {
        String name = expression.text("operator");
        Operator operator = switch (name) {
            case "In" -> Operator.IN;
            case "NotIn" -> Operator.NOT_IN;
            case "Exists" -> Operator.EXISTS;
            case "DoesNotExist" -> Operator.DOES_NOT_EXIST;
            default -> throw ApiStatus.badRequest(GoQuoting.of(name) + " is not a valid label selector operator");
        };
        List<String> values = new ArrayList<>();
        expression.array("values").forEach(value -> values.addAll(texts(value)));
        return LabelRequirement.checked("", expression.text("key"), operator, values);
    }

    private static List<String> texts(Json value) {
        return List.of(value instanceof JsonString(String text) ? text : "");
    }

    public boolean matches(JsonObject labels) {
        for (LabelRequirement requirement : requirements) {
            if (!requirement.matches(labels)) {
                return false;
            }
        }
        return selectable;
    }

    /// True if it selects all objects.
    public boolean isEverything() {
        return selectable && requirements.length == 0;
    }

    /// Returns the label for an index look-up, if the selector is a single equality.
    public Optional<Equality> equality() {
        return requirements.length == 1 ? requirements[0].equality() : Optional.empty();
    }

    public List<LabelRequirement> requirements() {
        return List.of(requirements);
    }

    /// Returns the query form, sorted by key.
    @Override
    public String toString() {
        return requirements().stream().map(LabelRequirement::toString).collect(Collectors.joining(","));
    }
}
