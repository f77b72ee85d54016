package dev.sluice.kube.validation.core.pod;

import dev.sluice.kube.json.JsonObject;
import java.util.Map;
import java.util.Set;

/// What the checks of a container must know of its pod.
///
/// @param volumes those that are well, by their names
/// @param claims the names of its claims of resources
/// @param graceSeconds how long it is given to end
/// @param isOfHost whether its users are the host's
record PodSpecFacts(
        Map<String, JsonObject> volumes,
        Set<String> claims,
        String restartPolicy,
        long graceSeconds,
        boolean isOfHost) {}
