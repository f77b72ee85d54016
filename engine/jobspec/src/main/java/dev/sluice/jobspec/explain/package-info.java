/// Explains jobspecs to users, in sentences and as a tree.
///
/// Plain text without colours or markup; the command line prints it unchanged.
@NullMarked
package dev.sluice.jobspec.explain;

import org.jspecify.annotations.NullMarked;
