package dev.sluice.jobspec;

import java.util.Map;

/// A condition that must hold before the job is scheduled (RFC 26), such as `afterok:f2Xn`.
///
/// @param parameters further keys of the scheme, free-form as in [Attributes]
public record Dependency(String scheme, String value, Map<String, Object> parameters) {
    public Dependency {
        parameters = FreeForm.copyOf(parameters);
        if (scheme.isBlank()) {
            throw new IllegalArgumentException("scheme is blank");
        }
        if (parameters.containsKey("scheme") || parameters.containsKey("value")) {
            throw new IllegalArgumentException("scheme and value are no parameters");
        }
    }

    /// The short form `scheme:value?key=value&…`.
    public String uri() {
        StringBuilder uri = new StringBuilder(scheme).append(':').append(value);
        char separator = '?';
        for (Map.Entry<String, Object> parameter : parameters.entrySet()) {
            uri.append(separator).append(parameter.getKey()).append('=').append(parameter.getValue());
            separator = '&';
        }
        return uri.toString();
    }
}
