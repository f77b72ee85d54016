/// Webhook configurations and admission policies.
@NullMarked
package dev.sluice.kube.validation.admissionregistration;

import org.jspecify.annotations.NullMarked;
