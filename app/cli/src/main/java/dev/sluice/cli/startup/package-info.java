/// Run by the launcher after a build, so that later starts are quick. No command uses it.
@NullMarked
package dev.sluice.cli.startup;

import org.jspecify.annotations.NullMarked;
