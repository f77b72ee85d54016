/// Keeps the engine's machine equal to the cluster: informers report changes, which become events of the engine.
@NullMarked
package dev.sluice.controller.sync;

import org.jspecify.annotations.NullMarked;
