/// SimGrid's platform files, as far as a scheduler can see a platform: hosts, their speeds, cores and properties.
///
/// Links and routes are passed over. The XML reader loads nothing from outside and knows no entities.
@NullMarked
package dev.sluice.traces.platform;

import org.jspecify.annotations.NullMarked;
