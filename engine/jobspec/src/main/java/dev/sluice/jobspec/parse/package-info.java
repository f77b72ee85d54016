/// Jobspecs as text: YAML and JSON in, canonical JSON and YAML out.
///
/// Text becomes a tree of [Value]s that know their line, column and path, within fixed limits; the readers turn
/// that tree into the model. Whatever is wrong is a [JobspecException] that says where. The YAML and JSON
/// libraries are known here only.
@NullMarked
package dev.sluice.jobspec.parse;

import org.jspecify.annotations.NullMarked;
