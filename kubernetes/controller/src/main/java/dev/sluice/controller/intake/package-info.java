/// From Kubernetes objects to jobs of the queue: which objects are managed, and what they ask for. Pure functions.
@NullMarked
package dev.sluice.controller.intake;

import org.jspecify.annotations.NullMarked;
