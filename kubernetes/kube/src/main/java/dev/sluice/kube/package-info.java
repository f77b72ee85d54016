/// The Kubernetes API as Sluice uses it, independent of the server: a real one or the embedded one.
///
/// `port` has the verbs, `json` the representation of objects, `object` typed views of some of them, `select`
/// selectors, `patch` the patch formats, `names` and `quantity` Kubernetes' rules for names and amounts, `informer`
/// list and watch.
@NullMarked
package dev.sluice.kube;

import org.jspecify.annotations.NullMarked;
