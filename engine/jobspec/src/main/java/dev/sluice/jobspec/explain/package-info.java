/// Jobspecs in words and as a tree, for people who wonder what they have asked for.
///
/// Plain text without colours or markup; the command line prints it as it is.
@NullMarked
package dev.sluice.jobspec.explain;

import org.jspecify.annotations.NullMarked;
