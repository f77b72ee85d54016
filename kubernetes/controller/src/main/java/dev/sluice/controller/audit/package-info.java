/// Proves that the engine's machine equals the cluster: lists the cluster, and compares.
///
/// Shares nothing with the path by which changes reach the engine but the function of a pod's request.
@NullMarked
package dev.sluice.controller.audit;

import org.jspecify.annotations.NullMarked;
