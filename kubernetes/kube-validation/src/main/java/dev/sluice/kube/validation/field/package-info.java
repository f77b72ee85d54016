/// What the validation of several groups shares: errors, field paths, selectors, names, ports, addresses.
@NullMarked
package dev.sluice.kube.validation.field;

import org.jspecify.annotations.NullMarked;
