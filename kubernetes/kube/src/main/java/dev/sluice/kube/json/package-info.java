/// JSON as immutable values that share what they have in common.
///
/// A server keeps many versions of an object, hands them to many readers and changes little at a time. So a value
/// is never changed; a changed copy shares all but the way from its root to the change.
@NullMarked
package dev.sluice.kube.json;

import org.jspecify.annotations.NullMarked;
