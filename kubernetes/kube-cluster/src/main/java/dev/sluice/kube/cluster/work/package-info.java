/// How controllers work: they are told which object may need them, look at it as it is now, and do one thing about it.
///
/// [dev.sluice.kube.cluster.work.WorkQueue] has the names, [dev.sluice.kube.cluster.work.ControllerLoop] takes them one
/// by one,
/// [dev.sluice.kube.cluster.work.OwnWrites] keeps a controller from acting on a view older than its own deeds.
@NullMarked
package dev.sluice.kube.cluster.work;

import org.jspecify.annotations.NullMarked;
