/// Label and field selectors.
///
/// A selector is parsed once and evaluated for every event of every watch: parsing may allocate, evaluation does not.
@NullMarked
package dev.sluice.kube.select;

import org.jspecify.annotations.NullMarked;
