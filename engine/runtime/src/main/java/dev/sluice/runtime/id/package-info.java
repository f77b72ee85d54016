/// Identifiers made from an injected clock and an injected random source.
@NullMarked
package dev.sluice.runtime.id;

import org.jspecify.annotations.NullMarked;
