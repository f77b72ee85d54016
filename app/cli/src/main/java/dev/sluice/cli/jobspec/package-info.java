/// `sluice jobspec`: checks and explains jobspecs.
@NullMarked
package dev.sluice.cli.jobspec;

import org.jspecify.annotations.NullMarked;
