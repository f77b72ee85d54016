/// Amounts by name.
@NullMarked
package dev.sluice.runtime.amount;

import org.jspecify.annotations.NullMarked;
