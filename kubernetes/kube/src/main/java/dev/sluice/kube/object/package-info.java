/// The objects that Sluice reasons about. Each is a record over its JSON and reads from it what is asked for, so that
/// fields that nobody here knows survive a round trip.
@NullMarked
package dev.sluice.kube.object;

import org.jspecify.annotations.NullMarked;
