/// Typed views of the objects that Sluice reasons about. Each is a record over its JSON and reads fields on demand, so
/// that unknown fields survive a round trip.
@NullMarked
package dev.sluice.kube.object;

import org.jspecify.annotations.NullMarked;
