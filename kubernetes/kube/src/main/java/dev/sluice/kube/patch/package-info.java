/// Changes by what differs, in the three forms that Kubernetes takes.
///
/// All are pure functions of a document and a patch. What a patch does not touch is the very same afterwards, and if
/// it changes nothing, so is the whole. They follow the libraries of the real server to the letter, also where those
/// take liberties with the RFCs, since programs rely on what the server does.
@NullMarked
package dev.sluice.kube.patch;

import org.jspecify.annotations.NullMarked;
