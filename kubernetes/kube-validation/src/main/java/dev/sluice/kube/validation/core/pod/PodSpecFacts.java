package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.JsonObject;
import java.util.Map;
import java.util.Set;

/// Facts about a pod that the validation of its containers needs.
///
/// @param volumes the valid volumes, by name
/// @param claims the names of its resource claims
/// @param graceSeconds its termination grace period
/// @param isOfHost whether it uses the host's user namespace
record PodSpecFacts(
        Map<String, JsonObject> volumes,
        Set<String> claims,
        String restartPolicy,
        long graceSeconds,
        boolean isOfHost) {}
