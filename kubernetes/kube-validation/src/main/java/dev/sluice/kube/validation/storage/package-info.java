/// Storage classes, CSI drivers and volume attachments.
@NullMarked
package dev.sluice.kube.validation.storage;

import org.jspecify.annotations.NullMarked;
