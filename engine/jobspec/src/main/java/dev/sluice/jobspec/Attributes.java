package dev.sluice.jobspec;

import java.util.Map;

/// The attributes of a jobspec.
///
/// Free-form values are strings, `Boolean`, `Long`, `BigInteger`, finite `Double`, [NullValue], lists and maps of
/// these. Maps keep the order of their keys.
///
/// @param user the submitter's own attributes, uninterpreted
public record Attributes(SystemAttributes system, Map<String, Object> user) {
    public static final Attributes NONE = new Attributes(SystemAttributes.NONE, Map.of());

    public Attributes {
        user = FreeForm.copyOf(user);
    }
}
