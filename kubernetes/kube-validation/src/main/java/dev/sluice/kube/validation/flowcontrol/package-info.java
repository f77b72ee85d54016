/// Flow schemas and priority levels.
@NullMarked
package dev.sluice.kube.validation.flowcontrol;

import org.jspecify.annotations.NullMarked;
