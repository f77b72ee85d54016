package dev.sluice.kube.schema;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A type without fields, or without fields that Kubernetes looks into.
public enum Scalar implements ValueType {
    STRING("string", "string"),
    BOOL("bool", "bool"),
    INT32("int32", "int32"),
    INT64("int64", "int64"),
    DOUBLE("double", "float64"),
    /// In JSON as base64.
    BYTES("bytes", "[]uint8"),
    /// RFC 3339, to the second.
    TIME("time", "v1.Time"),
    /// RFC 3339, with six digits behind the second.
    MICRO_TIME("microtime", "v1.MicroTime"),
    /// As Go writes it: `1h30m`.
    DURATION("duration", "v1.Duration"),
    /// A number with a suffix, `100m` or `64Mi`; in JSON a string or a number.
    QUANTITY("quantity", "resource.Quantity"),
    INT_OR_STRING("intorstring", "intstr.IntOrString"),
    /// Any object; its kind says what it is.
    RAW("raw", "runtime.RawExtension"),
    /// Which fields a manager owns.
    FIELDS("fields", "v1.FieldsV1"),
    /// Any value.
    JSON("json", "v1.JSON"),
    SCHEMA_OR_ARRAY("schemaorarray", "v1.JSONSchemaPropsOrArray"),
    SCHEMA_OR_BOOL("schemaorbool", "v1.JSONSchemaPropsOrBool"),
    SCHEMA_OR_STRINGS("schemaorstrings", "v1.JSONSchemaPropsOrStringArray");

    private static final Map<String, Scalar> BY_WORD = new HashMap<>();

    static {
        for (Scalar scalar : values()) {
            BY_WORD.put(scalar.word, scalar);
        }
    }

    private final String word;
    private final String goName;

    Scalar(String word, String goName) {
        this.word = word;
        this.goName = goName;
    }

    /// By its word in the table.
    static @Nullable Scalar of(String word) {
        return BY_WORD.get(word);
    }

    String goName() {
        return goName;
    }
}
