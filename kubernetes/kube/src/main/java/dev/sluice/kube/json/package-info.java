/// JSON as immutable values with structural sharing.
///
/// A server keeps many versions of an object, gives them to many readers, and each update changes little. So values are
/// immutable, and a changed copy shares everything except the path from the root to the change.
@NullMarked
package dev.sluice.kube.json;

import org.jspecify.annotations.NullMarked;
