package dev.sluice.kube.apiserver.store;

import java.util.SortedMap;

/// What the store holds.
///
/// @param version of the latest change
/// @param objects how many there are of each resource
public record StoreStatistics(long version, SortedMap<String, Integer> objects) {}
