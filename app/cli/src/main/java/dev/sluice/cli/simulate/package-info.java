/// `sluice simulate`, `sluice sweep` and `sluice verify-reference`: the engine in virtual time.
@NullMarked
package dev.sluice.cli.simulate;

import org.jspecify.annotations.NullMarked;
