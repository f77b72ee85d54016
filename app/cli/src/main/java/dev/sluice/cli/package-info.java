/// The command line: one class per command, listed in [Subcommands].
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
