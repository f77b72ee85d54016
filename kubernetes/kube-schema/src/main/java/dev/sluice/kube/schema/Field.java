package dev.sluice.kube.schema;

import dev.sluice.kube.json.Json;
import java.util.List;
import java.util.Optional;

/// A field of an object.
///
/// @param protoPath its number in protobuf, after those of the messages that it is embedded in; empty if it has none
/// @param required as OpenAPI has it
/// @param choices what it, or each of its elements, may be; empty for anything
/// @param standard what it is when not given, if OpenAPI says so and it is not the zero of its type
public record Field(
        String name,
        ValueType type,
        List<Integer> protoPath,
        boolean required,
        InGo inGo,
        MergeStrategy merging,
        List<String> choices,
        Optional<Json> standard) {

    /// How Kubernetes' own structs have it, which decides when an empty value is written, and the words of errors.
    ///
    /// @param pointer whether nothing differs from zero
    /// @param omitEmpty whether JSON leaves it out when it is zero, or nothing
    /// @param omitZero whether JSON leaves it out when its struct is all zero
    /// @param typeName such as `v1.RestartPolicy`
    /// @param embeddedBy the structs that it stands in without a name of theirs in JSON, with dots; mostly empty
    public record InGo(boolean pointer, boolean omitEmpty, boolean omitZero, String typeName, String embeddedBy) {}

    public Field {
        protoPath = List.copyOf(protoPath);
        choices = List.copyOf(choices);
    }
}
