package dev.sluice.kube.apiserver.table;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A path such as `.status.conditions[?(@.type=="Ready")].status`: as much of kubectl's JSONPath as columns use.
final class JsonPath {
    private static final Pattern STEP = Pattern.compile(
            "\\.(?<name>(?:\\\\.|[^.\\[\\\\])+)"
                    + "|\\[(?<index>-?[0-9]+)]"
                    + "|\\[\\*]|\\.\\*"
                    + "|\\['(?<quoted>[^']*)']"
                    + "|\\[\\?\\(@\\.(?<field>[^=!\\s)]+)\\s*(?:(?<operator>==|!=)\\s*(?<value>\"[^\"]*\"|'[^']*'|[^)\\s]+)\\s*)?\\)]");

    /// From a value to those that come next.
    @FunctionalInterface
    private interface Step {
        void from(Json value, List<Json> next);
    }

    private final List<Step> steps;

    private JsonPath(List<Step> steps) {
        this.steps = steps;
    }

    /// What cannot be read leads nowhere; definitions of custom resources are checked when they are made.
    static JsonPath parse(String text) {
        List<Step> steps = new ArrayList<>();
        Matcher matcher = STEP.matcher(text.startsWith("$") ? text.substring(1) : text);
        int at = 0;
        while (at < matcher.regionEnd() && matcher.find(at) && matcher.start() == at) {
            steps.add(step(matcher));
            at = matcher.end();
        }
        if (at < matcher.regionEnd()) {
            return new JsonPath(List.of((_, _) -> {}));
        }
        return new JsonPath(steps);
    }

    private static Step step(Matcher matcher) {
        String name = matcher.group("name") == null ? matcher.group("quoted") : matcher.group("name");
        if (name != null) {
            String plain = name.replaceAll("\\\\(.)", "$1");
            return (value, next) -> {
                Json inner = value instanceof JsonObject object ? object.get(plain) : null;
                if (inner != null) {
                    next.add(inner);
                }
            };
        }
        if (matcher.group("index") != null) {
            int index = Integer.parseInt(matcher.group("index"));
            return (value, next) -> {
                if (value instanceof JsonArray array) {
                    int at = index < 0 ? array.size() + index : index;
                    if (at >= 0 && at < array.size()) {
                        next.add(array.get(at));
                    }
                }
            };
        }
        return matcher.group("field") == null ? JsonPath::all : filter(matcher);
    }

    private static void all(Json value, List<Json> next) {
        if (value instanceof JsonArray array) {
            array.forEach(next::add);
        } else if (value instanceof JsonObject object) {
            for (int i = 0; i < object.size(); i++) {
                next.add(object.value(i));
            }
        }
    }

    private static Step filter(Matcher matcher) {
        String[] field = matcher.group("field").split("\\.", -1);
        String operator = matcher.group("operator");
        String wanted = operator == null ? "" : matcher.group("value").replaceAll("^[\"']|[\"']$", "");
        return (value, next) -> {
            if (value instanceof JsonArray array) {
                for (Json each : array) {
                    Json found = each instanceof JsonObject object ? object.at(field) : null;
                    boolean isEqual = found != null && text(found).equals(wanted);
                    if (operator == null ? found != null : found != null && isEqual == operator.equals("==")) {
                        next.add(each);
                    }
                }
            }
        };
    }

    private static String text(Json value) {
        return switch (value) {
            case JsonString string -> string.text();
            case JsonNumber number -> number.literal();
            case JsonNull _ -> "";
            default -> value.toString();
        };
    }

    List<Json> find(JsonObject object) {
        List<Json> found = List.of(object);
        for (Step step : steps) {
            List<Json> next = new ArrayList<>();
            found.forEach(value -> step.from(value, next));
            found = next;
        }
        return found;
    }
}
