/// The compact notations that jobspecs and resource sets share: idsets (RFC 22), hostlists (RFC 29), durations (RFC
/// 23).
///
/// Each one is a value with `parse` and `encode`. Malformed text is a [MalformedTextException] with its position.
@NullMarked
package dev.sluice.jobspec.set;

import org.jspecify.annotations.NullMarked;
