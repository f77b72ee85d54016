/// Resource sets, "R" (RFC 20 version 1): what a job was granted, or what a machine consists of.
///
/// The part that the execution system needs is a model. The `scheduling` key belongs to the scheduler that wrote it
/// and is kept as text.
@NullMarked
package dev.sluice.jobspec.rset;

import org.jspecify.annotations.NullMarked;
