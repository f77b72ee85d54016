package dev.sluice.controller.workload;

import dev.sluice.kube.port.ObjectKey;

/// An object that cannot run as it is, or not yet.
///
/// @param kind Job, Pod or PodGroup
public record Refused(String kind, ObjectKey key, String reason) {}
