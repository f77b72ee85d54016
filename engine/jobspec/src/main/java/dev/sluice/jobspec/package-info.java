/// What a user asks for: the model of a jobspec (RFC 14, RFC 25), and what its parts mean.
///
/// Values only. Text is read and written in [dev.sluice.jobspec.parse], rules beyond the form are checked in
/// [dev.sluice.jobspec.validate], resources that were granted (RFC 20) are in [dev.sluice.jobspec.rset].
@NullMarked
package dev.sluice.jobspec;

import org.jspecify.annotations.NullMarked;
