/// The command line: one class per command, wired together in [SluiceCommand].
@NullMarked
package dev.sluice.cli;

import org.jspecify.annotations.NullMarked;
