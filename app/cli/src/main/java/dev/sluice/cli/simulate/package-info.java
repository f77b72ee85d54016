/// `sluice simulate`, `sluice sweep` and `sluice verify-reference`: the engine on virtual time.
@NullMarked
package dev.sluice.cli.simulate;

import org.jspecify.annotations.NullMarked;
