package dev.sluice.controller.workload;

import dev.sluice.kube.port.ObjectKey;

/// An object that cannot run as it is.
///
/// @param kind Job or Pod
public record Refused(String kind, ObjectKey key, String reason) {}
