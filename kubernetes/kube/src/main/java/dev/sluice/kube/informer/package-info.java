/// A copy of what a server has, kept up to date.
///
/// An [dev.sluice.kube.informer.Informer] lists once, follows the changes from there, and starts anew where the server
/// has forgotten them. It is a step: nothing runs by itself, and all waiting is done by timers, so that a simulation
/// may cut every watch at the worst moment.
@NullMarked
package dev.sluice.kube.informer;

import org.jspecify.annotations.NullMarked;
