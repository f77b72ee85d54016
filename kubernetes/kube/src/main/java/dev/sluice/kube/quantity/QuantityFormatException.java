package dev.sluice.kube.quantity;

/// Thrown for text that is not a quantity; the message is Kubernetes'.
public final class QuantityFormatException extends RuntimeException {
    private static final long serialVersionUID = 1;

    QuantityFormatException(String message) {
        super(message);
    }

    static QuantityFormatException wrongForm() {
        return new QuantityFormatException(
                "quantities must match the regular expression" + " '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'");
    }

    static QuantityFormatException wrongSuffix() {
        return new QuantityFormatException("unable to parse quantity's suffix");
    }

    static QuantityFormatException wrongNumber() {
        return new QuantityFormatException("unable to parse numeric part of quantity");
    }
}
