/// Whether the parts of a jobspec fit together, beyond the form of each.
///
/// [CanonicalRules] are those of RFC 14, [JobspecV1] those of RFC 25. Both answer with every [Violation] they find, so
/// that a user can mend all of them at once.
@NullMarked
package dev.sluice.jobspec.validate;

import org.jspecify.annotations.NullMarked;
