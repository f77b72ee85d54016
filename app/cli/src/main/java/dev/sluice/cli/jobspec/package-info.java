/// `sluice jobspec`: checks and explains jobspecs, and makes them from Kubernetes objects.
@NullMarked
package dev.sluice.cli.jobspec;

import org.jspecify.annotations.NullMarked;
