/// Informers: local copies of a server's objects, kept up to date by list and watch.
///
/// An [dev.sluice.kube.informer.Informer] lists once, watches from there, and relists if the server no longer has the
/// history. It is a step without a thread of its own, and its backoff uses timers, so that a simulation can cut every
/// watch at the worst moment.
@NullMarked
package dev.sluice.kube.informer;

import org.jspecify.annotations.NullMarked;
