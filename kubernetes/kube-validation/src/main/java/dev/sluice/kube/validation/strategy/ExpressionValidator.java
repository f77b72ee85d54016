package dev.sluice.kube.validation.strategy;

/// Compiles CEL expressions about admission requests, to find out whether they are valid.
@FunctionalInterface
public interface ExpressionValidator {
    /// The error of an expression, in Kubernetes' words; empty if it is valid.
    String error(String expression);
}
