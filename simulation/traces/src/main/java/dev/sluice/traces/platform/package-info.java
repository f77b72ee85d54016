/// SimGrid's platform files: hosts with their speeds, cores and properties.
///
/// Links and routes are ignored. The XML reader loads nothing from outside and supports no entities.
@NullMarked
package dev.sluice.traces.platform;

import org.jspecify.annotations.NullMarked;
