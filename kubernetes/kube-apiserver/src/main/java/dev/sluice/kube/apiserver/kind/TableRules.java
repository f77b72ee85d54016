package dev.sluice.kube.apiserver.kind;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.Names;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/// Rules as the table has them, and code for the rest.
final class TableRules implements KindRules {
    private final Facts facts;
    private final KindCode code;

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

    TableRules(Facts facts, KindCode code) {
        this.facts = facts;
        this.code = code;
    }

    private boolean has(String flag) {
        return facts.flags().contains(flag);
    }

    private JsonObject filled(JsonObject given) {
        JsonObject object = code.filled(given);
        for (Default each : facts.defaults()) {
            object = fill(object, each);
        }
        for (Check check : facts.checks()) {
            object = switch (check.word()) {
                case "template" -> Paths.change(object, check.path(), PodTemplates::filled);
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
            return Paths.fill(object, each.path(), each.value());
        }
        int list = each.path().indexOf("[].");
        if (list < 0 || !condition.path().startsWith(each.path().substring(0, list + 3))) {
            return isTrue(object, condition) ? Paths.fill(object, each.path(), each.value()) : object;
        }
        // A condition on an element of a list is about the same element.
        Default inner = new Default(
                each.path().substring(list + 3),
                each.value(),
                new Condition(condition.path().substring(list + 3), condition.text()));
        return Paths.change(object, each.path().substring(0, list + 2), item -> fill(item, inner));
    }

    private static boolean isTrue(JsonObject object, Condition condition) {
        return object.text(condition.path().split("\\.", -1)).equals(condition.text());
    }

    @Override
    public JsonObject beforeCreate(JsonObject object) {
        return code.begun(filled(hasStatus() ? object.without("status") : object));
    }

    @Override
    public JsonObject beforeUpdate(JsonObject object, JsonObject old) {
        return code.changed(filled(object), old);
    }

    @Override
    public JsonObject beforeStatusUpdate(JsonObject object, JsonObject old, String now) {
        return code.changedStatus(object, old, now);
    }

    @Override
    public List<String> flawsOfName(String name) {
        Function<String, List<String>> rule = has("label")
                ? Names::label
                : has("segment") ? Names::pathSegment : has("dns1035") ? Names::dns1035Label : Names::subdomain;
        return rule.apply(name);
    }

    @Override
    public List<Cause> flaws(JsonObject object) {
        Flaws flaws = new Flaws();
        for (Check check : facts.checks()) {
            Paths.visit(object, check.path(), (field, value) -> {
                switch (check.word()) {
                    case "required" -> {
                        if (value == null || value.equals(Json.of(""))) {
                            flaws.required(field);
                        }
                    }
                    case "nonnegative" -> flaws.nonNegative(field, value);
                    case "positive" -> flaws.positive(field, value);
                    case "oneof" ->
                        flaws.oneOf(field, value instanceof JsonString text ? text.text() : "", false, check.rest());
                    case "selector" -> Selectors.check(value, field, flaws);
                    default -> {}
                }
            });
        }
        code.check(object, flaws);
        return flaws.causes();
    }

    @Override
    public List<Cause> flawsOfCreation(JsonObject object) {
        Flaws flaws = new Flaws();
        code.checkCreation(object, flaws);
        return flaws.causes();
    }

    @Override
    public List<Cause> flawsOfUpdate(JsonObject object, JsonObject old) {
        Flaws flaws = new Flaws();
        for (Check check : facts.checks()) {
            if (check.word().equals("immutable")) {
                String[] path = check.path().split("\\.", -1);
                if (!Objects.equals(object.at(path), old.at(path))) {
                    flaws.invalid(check.path(), object.at(path), Flaws.IMMUTABLE);
                }
            }
        }
        code.checkUpdate(object, old, flaws);
        return flaws.causes();
    }

    @Override
    public List<Cause> flawsOfStatus(JsonObject object, JsonObject old) {
        Flaws flaws = new Flaws();
        code.checkStatus(object, old, flaws);
        return flaws.causes();
    }

    @Override
    public List<Cause> flawsOfApproval(JsonObject object, JsonObject old) {
        Flaws flaws = new Flaws();
        code.checkApproval(object, old, flaws);
        return flaws.causes();
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
}
