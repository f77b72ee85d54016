package dev.sluice.server.config;

import dev.sluice.controller.LiveScheduler;

/// What an operator chooses of the scheduler itself.
///
/// @param auditNanos the time between the end of an audit and the next one
/// @param hasViews whether sums over the cluster's nodes are kept up to date for readers
public record SchedulerSettings(LiveScheduler.Options live, long auditNanos, boolean hasViews) {}
