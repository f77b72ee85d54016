/// The engine: a deterministic state machine that turns events and time into records and decisions.
///
/// [dev.sluice.scheduling.Engine] is what simulator and controller feed and drain. Below it: `backfill`
/// (policies: who goes), `order` (who is next), `limit` (who may not), `ready` (who must wait for something),
/// `predict` (how long it will take), `reason` (why not now), `machine` (what is asked of the graph) and
/// `state`, which changes only by records.
@NullMarked
package dev.sluice.scheduling;

import org.jspecify.annotations.NullMarked;
