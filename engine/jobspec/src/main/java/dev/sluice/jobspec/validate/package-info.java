/// Checks whether the parts of a jobspec fit together.
///
/// [CanonicalRules] has the rules of RFC 14, [JobspecV1] those of RFC 25. Both report every [Violation], so that a
/// user can fix all of them at once.
@NullMarked
package dev.sluice.jobspec.validate;

import org.jspecify.annotations.NullMarked;
