package dev.sluice.kube.apiserver.store;

import java.util.SortedMap;

/// The content of the store in numbers.
///
/// @param version of the latest change
/// @param objects the number of objects by resource
public record StoreStatistics(long version, SortedMap<String, Integer> objects) {}
