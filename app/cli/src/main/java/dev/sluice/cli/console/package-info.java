/// Input, output and exit codes, shared by all commands.
@NullMarked
package dev.sluice.cli.console;

import org.jspecify.annotations.NullMarked;
