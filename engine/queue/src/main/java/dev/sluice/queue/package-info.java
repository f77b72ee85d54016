/// What was asked of the scheduler: jobs, who owns them, what they wait for, and the states they pass through.
///
/// `record` has the facts that are persisted, `store` the port to where they are kept, `image` the state that
/// follows from them. Who goes next is decided in `scheduling`.
@NullMarked
package dev.sluice.queue;

import org.jspecify.annotations.NullMarked;
