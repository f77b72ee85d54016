/// The scheduling engine: a deterministic state machine that turns events and time into records and decisions.
///
/// The simulator and the controller drive [dev.sluice.scheduling.Engine]. Below it: `backfill` (the policies: which
/// jobs start), `order` (queue order), `limit` (limits of users, accounts and queues), `ready` (dependencies and
/// begin times), `predict` (run time estimates), `reason` (why a job waits), `machine` (requests to the graph) and
/// `state`, which changes only by records.
@NullMarked
package dev.sluice.scheduling;

import org.jspecify.annotations.NullMarked;
