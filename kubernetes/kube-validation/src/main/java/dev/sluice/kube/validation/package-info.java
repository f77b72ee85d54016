/// What is particular to each built-in kind: defaults, validation, warnings, printed columns and conversions.
///
/// [Strategies] has the strategy of each resource. Each API group has a package; `kinds.txt` is the table of kinds.
@NullMarked
package dev.sluice.kube.validation;

import org.jspecify.annotations.NullMarked;
