package dev.sluice.jobspec;

import java.util.Map;

/// What a jobspec says beyond resources and tasks.
///
/// Free-form values are texts, `Boolean`, `Long`, `BigInteger`, finite `Double`, [NullValue], lists and maps of these;
/// maps keep the order of their keys.
///
/// @param user the submitter's own, uninterpreted
public record Attributes(SystemAttributes system, Map<String, Object> user) {
    public static final Attributes NONE = new Attributes(SystemAttributes.NONE, Map.of());

    public Attributes {
        user = FreeForm.copyOf(user);
    }
}
