/// The three patch formats: JSON patch, JSON merge patch, strategic merge patch.
///
/// All are pure functions of a document and a patch. Untouched values are the same instances afterwards, and a patch
/// that changes nothing returns the document itself. They follow kube-apiserver's libraries exactly, also where those
/// depart from the RFCs, since clients rely on it.
@NullMarked
package dev.sluice.kube.patch;

import org.jspecify.annotations.NullMarked;
