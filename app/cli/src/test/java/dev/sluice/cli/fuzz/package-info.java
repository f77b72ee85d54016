/// Broken files for all readers: each is read, or refused with an error that says where and what is wrong.
@NullMarked
package dev.sluice.cli.fuzz;

import org.jspecify.annotations.NullMarked;
