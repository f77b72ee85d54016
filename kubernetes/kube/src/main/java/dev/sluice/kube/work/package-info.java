/// The machinery of controllers: handlers enqueue keys, and reconcilers read the current state and act on it.
///
/// [dev.sluice.kube.work.WorkQueue] has the keys, [dev.sluice.kube.work.ControllerLoop] reconciles them one by one,
/// [dev.sluice.kube.work.OwnWrites] keeps a controller from acting on a state older than its own writes.
@NullMarked
package dev.sluice.kube.work;

import org.jspecify.annotations.NullMarked;
