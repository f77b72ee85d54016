package dev.sluice.kube.validation.field;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonNull;
import dev.sluice.kube.json.JsonNumber;
import dev.sluice.kube.json.JsonObject;
import dev.sluice.kube.json.JsonString;
import dev.sluice.kube.names.GoQuoting;
import dev.sluice.kube.names.NameValidation;
import dev.sluice.kube.port.ApiStatus.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Collects the validation errors of an object, in Kubernetes' words.
public final class ValidationErrors {
    public static final String NOT_A_CONFIG_KEY =
            "a valid config key must consist of alphanumeric characters, '-', '_' or"
                    + " '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is"
                    + " '[-._a-zA-Z0-9]+')";

    public static final String IMMUTABLE = "field is immutable";

    private final List<Cause> causes = new ArrayList<>();

    public List<Cause> causes() {
        return causes;
    }

    public boolean isEmpty() {
        return causes.isEmpty();
    }

    public void addAll(ValidationErrors others) {
        if (!others.isEmpty()) {
            causes.addAll(others.causes);
        }
    }

    /// Adds that a required field is missing.
    ///
    /// @param detail may be empty, as everywhere here
    public void required(String field, String detail) {
        add("FieldValueRequired", "Required value", detail, field);
    }

    public void required(String field) {
        required(field, "");
    }

    public void forbidden(String field, String detail) {
        add("FieldValueForbidden", "Forbidden", detail, field);
    }

    public void invalid(String field, @Nullable Json value, String detail) {
        add("FieldValueInvalid", "Invalid value: " + shown(value), detail, field);
    }

    public void invalid(String field, String value, String detail) {
        invalid(field, Json.of(value), detail);
    }

    /// Adds an error that does not show the value.
    public void invalid(String field, String detail) {
        add("FieldValueInvalid", "Invalid value", detail, field);
    }

    public void duplicate(String field, Json value) {
        add("FieldValueDuplicate", "Duplicate value: " + shown(value), "", field);
    }

    public void duplicate(String field, Json value, String detail) {
        add("FieldValueDuplicate", "Duplicate value: " + shown(value), detail, field);
    }

    public void notFound(String field, String value) {
        add("FieldValueNotFound", "Not found: " + GoQuoting.of(value), "", field);
    }

    public void notFound(String field, String value, String detail) {
        add("FieldValueNotFound", "Not found: " + GoQuoting.of(value), detail, field);
    }

    public void unsupported(String field, @Nullable Json value, List<String> supported) {
        String all = String.join(", ", supported.stream().map(GoQuoting::of).toList());
        add("FieldValueNotSupported", "Unsupported value: " + shown(value), "supported values: " + all, field);
    }

    public void tooLong(String field, long max) {
        add("FieldValueTooLong", "Too long", "may not be more than " + max + " bytes", field);
    }

    public void tooMany(String field, int count, int max) {
        add("FieldValueTooMany", "Too many: " + count, "must have at most " + max + " items", field);
    }

    private void add(String reason, String what, String detail, String field) {
        causes.add(new Cause(reason, detail.isEmpty() ? what : what + ": " + detail, field));
    }

    /// Adds what [NameValidation] has found wrong with a text.
    public void names(String field, String value, List<String> problems) {
        for (String problem : problems) {
            invalid(field, value, problem);
        }
    }

    /// Adds an error if a number is negative.
    ///
    /// @param value nothing is wrong if there is none
    public void nonNegative(String field, @Nullable Json value) {
        if (value instanceof JsonNumber number && number.asDecimal().signum() < 0) {
            invalid(field, value, "must be greater than or equal to 0");
        }
    }

    /// Adds an error if a number is not positive.
    ///
    /// @param value nothing is wrong if there is none
    public void positive(String field, @Nullable Json value) {
        if (value instanceof JsonNumber number && number.asDecimal().signum() <= 0) {
            invalid(field, value, "must be greater than 0");
        }
    }

    public void nonNegative(JsonObject object, String field, String... path) {
        nonNegative(field + "." + String.join(".", path), object.at(path));
    }

    /// A text that must be one of some.
    ///
    /// @param isRequired whether none at all is wrong, too
    public void oneOf(String field, String value, boolean isRequired, List<String> supported) {
        if (value.isEmpty()) {
            if (isRequired) {
                required(field);
            }
        } else if (!supported.contains(value)) {
            unsupported(field, Json.of(value), supported);
        }
    }

    /// The same of a field of an object.
    ///
    /// @param field that of the object
    public void oneOf(JsonObject owner, String name, String field, boolean isRequired, List<String> supported) {
        String value = owner.text(name);
        boolean isRight = value.isEmpty() ? !isRequired : supported.contains(value);
        if (!isRight) {
            oneOf(field + "." + name, value, isRequired, supported);
        }
    }

    public void immutable(String field, @Nullable Json value, @Nullable Json old) {
        if (!Objects.equals(value, old)) {
            invalid(field, value, IMMUTABLE);
        }
    }

    /// A text that is a label of the domain name system, or else a whole name; nothing is wrong if there is none.
    ///
    /// @param field that of the object
    public void name(JsonObject owner, String name, String field, boolean isLabel) {
        String value = owner.text(name);
        List<String> problems =
                value.isEmpty() ? List.of() : isLabel ? NameValidation.label(value) : NameValidation.subdomain(value);
        if (!problems.isEmpty()) {
            names(field + "." + name, value, problems);
        }
    }

    public void labels(String field, JsonObject labels) {
        for (int i = 0; i < labels.size(); i++) {
            names(field, labels.name(i), NameValidation.qualifiedName(labels.name(i)));
            String value = labels.value(i) instanceof JsonString text ? text.text() : "";
            names(field, value, NameValidation.labelValue(value));
        }
    }

    private static String shown(@Nullable Json value) {
        return switch (value) {
            case null -> "null";
            case JsonNull _ -> "null";
            case JsonString text -> GoQuoting.of(text.text());
            default -> value.toString();
        };
    }
}
