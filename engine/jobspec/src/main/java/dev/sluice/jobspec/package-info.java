/// The model of a jobspec (RFC 14, RFC 25): the resources, tasks and attributes that a user requests.
///
/// Values only. [dev.sluice.jobspec.parse] reads and writes text, [dev.sluice.jobspec.validate] checks rules that
/// concern more than one value, [dev.sluice.jobspec.rset] has the resources that were granted (RFC 20).
@NullMarked
package dev.sluice.jobspec;

import org.jspecify.annotations.NullMarked;
