/// Jobspecs as text: YAML and JSON in, canonical JSON and YAML out.
///
/// A parser turns text into a tree of [Value]s with line, column and path, within fixed limits; the readers turn
/// the tree into the model. Every error is a [JobspecException] with its position. Only this package uses the YAML
/// and JSON libraries.
@NullMarked
package dev.sluice.jobspec.parse;

import org.jspecify.annotations.NullMarked;
