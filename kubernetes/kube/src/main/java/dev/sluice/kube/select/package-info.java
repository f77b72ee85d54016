/// Which objects a request is about: selectors by labels and by fields.
///
/// A selector is read once and asked for every event of every watcher, so reading it may cost something and
/// asking it allocates nothing.
@NullMarked
package dev.sluice.kube.select;

import org.jspecify.annotations.NullMarked;
