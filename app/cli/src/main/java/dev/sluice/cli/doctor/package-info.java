/// `sluice doctor`: checks what this machine has, what each thing is needed for, and how to get it.
@NullMarked
package dev.sluice.cli.doctor;

import org.jspecify.annotations.NullMarked;
