/// CEL, the language of rules that users write into objects: what Kubernetes adds to it, on Google's library.
///
/// Only who meets an expression loads this package: the library has some hundred classes, and most servers
/// never see an expression. [CelSchema] alone needs nothing of it.
@NullMarked
package dev.sluice.kube.apiserver.cel;

import org.jspecify.annotations.NullMarked;
