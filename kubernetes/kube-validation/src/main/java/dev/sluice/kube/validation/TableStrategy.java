package dev.sluice.kube.validation;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ApiStatus.Cause;
import dev.sluice.kube.validation.core.pod.PodTemplates;
import dev.sluice.kube.validation.field.FieldPaths;
import dev.sluice.kube.validation.field.Selectors;
import dev.sluice.kube.validation.field.ValidationErrors;
import dev.sluice.kube.validation.print.Column;
import dev.sluice.kube.validation.strategy.KindStrategy;
import dev.sluice.kube.validation.strategy.Strategy;
import dev.sluice.kube.validation.strategy.VersionConversion;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A strategy by the table of kinds, and by a [KindStrategy] for what the table cannot express.
final class TableStrategy implements Strategy {
    private final Facts facts;
    private final KindStrategy code;
    private final List<Column> columns;

    /// What the table says of a kind.
    ///
    /// @param flags as the table has them
    record Facts(Set<String> flags, Set<String> fields, List<Default> defaults, List<Check> checks) {}

    /// A value where none is given.
    ///
    /// @param condition under which; empty for always
    record Default(String path, Json value, Condition condition) {}

    /// Whether a field has a value. Both are empty if nothing is asked.
    record Condition(String path, String text) {
        static final Condition NONE = new Condition("", "");
    }

    /// One line of what must be.
    ///
    /// @param word such as `required`
    /// @param rest what follows the path
    record Check(String word, String path, List<String> rest) {}

    TableStrategy(Facts facts, KindStrategy code, List<Column> columns) {
        this.facts = facts;
        this.code = code;
        this.columns = columns;
    }

    private boolean has(String flag) {
        return facts.flags().contains(flag);
    }

    private JsonObject applyDefaults(JsonObject given) {
        JsonObject object = code.applyDefaults(given);
        for (Default each : facts.defaults()) {
            object = fill(object, each);
        }
        for (Check check : facts.checks()) {
            object = switch (check.word()) {
                case "template" -> FieldPaths.change(object, check.path(), PodTemplates::applyDefaults);
                // Behind a gate that is shut in the real server.
                case "unserved" -> object.withoutAt(check.path().split("\\.", -1));
                default -> object;
            };
        }
        return object;
    }

    private static JsonObject fill(JsonObject object, Default each) {
        Condition condition = each.condition();
        if (condition.path().isEmpty()) {
            return FieldPaths.fill(object, each.path(), each.value());
        }
        int list = each.path().indexOf("[].");
        if (list < 0 || !condition.path().startsWith(each.path().substring(0, list + 3))) {
            return isTrue(object, condition) ? FieldPaths.fill(object, each.path(), each.value()) : object;
        }
        // A condition on an element of a list is about the same element.
        Default inner = new Default(
                each.path().substring(list + 3),
                each.value(),
                new Condition(condition.path().substring(list + 3), condition.text()));
        return FieldPaths.change(object, each.path().substring(0, list + 2), item -> fill(item, inner));
    }

    private static boolean isTrue(JsonObject object, Condition condition) {
        return object.text(condition.path().split("\\.", -1)).equals(condition.text());
    }

    @Override
    public JsonObject prepareForCreate(JsonObject object) {
        return code.prepareForCreate(applyDefaults(hasStatus() ? object.without("status") : object));
    }

    @Override
    public JsonObject prepareForUpdate(JsonObject object, JsonObject old) {
        return code.prepareForUpdate(applyDefaults(object), old);
    }

    @Override
    public JsonObject prepareForStatusUpdate(JsonObject object, JsonObject old, String now) {
        return code.prepareForStatusUpdate(object, old, now);
    }

    @Override
    public List<String> validateName(String name) {
        Function<String, List<String>> rule = has("label")
                ? NameValidation::label
                : has("segment")
                        ? NameValidation::pathSegment
                        : has("dns1035") ? NameValidation::dns1035Label : NameValidation::subdomain;
        return rule.apply(name);
    }

    @Override
    public List<Cause> validate(JsonObject object) {
        ValidationErrors errors = new ValidationErrors();
        for (Check check : facts.checks()) {
            FieldPaths.visit(object, check.path(), (field, value) -> {
                switch (check.word()) {
                    case "required" -> {
                        if (value == null || value.equals(Json.of(""))) {
                            errors.required(field);
                        }
                    }
                    case "nonnegative" -> errors.nonNegative(field, value);
                    case "positive" -> errors.positive(field, value);
                    case "oneof" ->
                        errors.oneOf(field, value instanceof JsonString text ? text.text() : "", false, check.rest());
                    case "selector" -> Selectors.validate(value, field, errors);
                    default -> {}
                }
            });
        }
        code.validate(object, errors);
        return errors.causes();
    }

    @Override
    public List<Cause> validateCreate(JsonObject object) {
        ValidationErrors errors = new ValidationErrors();
        code.validateCreate(object, errors);
        return errors.causes();
    }

    @Override
    public List<Cause> validateUpdate(JsonObject object, JsonObject old) {
        ValidationErrors errors = new ValidationErrors();
        for (Check check : facts.checks()) {
            if (check.word().equals("immutable")) {
                String[] path = check.path().split("\\.", -1);
                if (!Objects.equals(object.at(path), old.at(path))) {
                    errors.invalid(check.path(), object.at(path), ValidationErrors.IMMUTABLE);
                }
            }
        }
        code.validateUpdate(object, old, errors);
        return errors.causes();
    }

    @Override
    public List<Cause> validateStatusUpdate(JsonObject object, JsonObject old) {
        ValidationErrors errors = new ValidationErrors();
        code.validateStatusUpdate(object, old, errors);
        return errors.causes();
    }

    @Override
    public Set<String> subresources() {
        return code.subresources();
    }

    @Override
    public JsonObject prepareForSubresource(String subresource, JsonObject object, JsonObject old, String now) {
        return code.prepareForSubresource(subresource, object, old, now);
    }

    @Override
    public List<Cause> validateSubresource(String subresource, JsonObject object, JsonObject old) {
        ValidationErrors errors = new ValidationErrors();
        code.validateSubresource(subresource, object, old, errors);
        return errors.causes();
    }

    @Override
    public boolean hasStatus() {
        return has("status");
    }

    @Override
    public boolean hasGeneration() {
        return has("generation") || has("first-generation");
    }

    @Override
    public boolean countsChanges() {
        return has("generation");
    }

    @Override
    public boolean countsAnnotations() {
        return has("annotations");
    }

    @Override
    public boolean allowsBlindUpdate() {
        return !has("strict");
    }

    @Override
    public boolean createsOnUpdate() {
        return has("upsert");
    }

    @Override
    public boolean orphansByDefault() {
        return has("orphans");
    }

    @Override
    public Set<String> selectableFields() {
        return facts.fields();
    }

    @Override
    public void warn(JsonObject object, @Nullable JsonObject old, Consumer<String> warnings) {
        code.warn(object, old, warnings);
    }

    @Override
    public List<Column> columns() {
        return columns;
    }

    @Override
    public VersionConversion conversion(String version) {
        return code.conversion(version);
    }

    @Override
    public String deprecation() {
        return code.deprecation();
    }

    @Override
    public String deletionRefusal(String name) {
        return code.deletionRefusal(name);
    }

    @Override
    public String deletionWarning(String propagation) {
        return code.deletionWarning(propagation);
    }

    @Override
    public boolean returnsDeletedObject() {
        return has("returned");
    }

    @Override
    public long timeToLiveSeconds() {
        return code.timeToLiveSeconds();
    }
}
