package dev.sluice.controller.intake;

/// An object asks for something that cannot be honoured. The message names the field, its value and what is possible.
public final class NotHonoured extends RuntimeException {
    private static final long serialVersionUID = 1;

    public NotHonoured(String reason) {
        super(reason, null, false, false);
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
