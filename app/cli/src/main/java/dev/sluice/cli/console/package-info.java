/// What all commands share in talking to people and to the shell.
@NullMarked
package dev.sluice.cli.console;

import org.jspecify.annotations.NullMarked;
