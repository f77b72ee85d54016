/// Submitted jobs: owners, queues and priorities, conditions and states.
///
/// `record` has the persisted facts, `store` the port to their storage, `image` the state that follows from them. The
/// module `scheduling` decides which job starts.
@NullMarked
package dev.sluice.queue;

import org.jspecify.annotations.NullMarked;
