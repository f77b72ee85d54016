package dev.sluice.kube.apiserver.verb;

import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.port.ResourceType;
import dev.sluice.kube.select.FieldLabels;
import dev.sluice.kube.select.FieldSelector;
import dev.sluice.kube.select.LabelSelector;
import dev.sluice.kube.validation.field.SelectableFields;
import dev.sluice.kube.validation.strategy.VersionConversion;
import java.util.function.Predicate;

/// The objects that a list or a watch selects, by labels and fields.
public final class SelectionPredicate {
    private final RequestContext context;

    public SelectionPredicate(RequestContext context) {
        this.context = context;
    }

    Predicate<JsonObject> of(ResourceType type, String labelSelector, String fieldSelector) {
        if (labelSelector.isEmpty() && fieldSelector.isEmpty()) {
            return _ -> true;
        }
        LabelSelector labels = LabelSelector.parse(labelSelector);
        FieldSelector fields = FieldSelector.parse(fieldSelector, labelsOf(type));
        return object -> labels.matches(object.object("metadata", "labels")) && fields.matches(object);
    }

    /// A field selector of a served version in the words of the version that is stored.
    public String storedFields(ResourceType type, VersionConversion conversion, String selector) {
        // Fields that the served version lacks are refused in its words.
        FieldSelector.parse(selector, labelsOf(type));
        return conversion.storedFields(selector);
    }

    private FieldLabels labelsOf(ResourceType type) {
        SelectableFields known = new SelectableFields(context.strategyOf(type).selectableFields());
        return context.isCustom(type) ? custom(type, known) : known;
    }

    /// Custom resources have words of their own for what they do not know.
    private static FieldLabels custom(ResourceType type, FieldLabels known) {
        return field -> known.has(field) && (type.namespaced() || !field.equals("metadata.namespace"));
    }
}
