package dev.sluice.scheduling;

import java.util.ArrayList;
import java.util.List;

/// What the events of a cycle have led to so far: decisions, a pass that is due, facts about the machine.
final class Cycle {
    private final List<Decision> decisions = new ArrayList<>();
    private boolean isPassDue;
    private boolean isMachineChanged;

    List<Decision> decisions() {
        return decisions;
    }

    void requestPass() {
        isPassDue = true;
    }

    /// Notes that a fact about the machine was entered, which also requires a pass.
    void machineChanged() {
        isMachineChanged = true;
        isPassDue = true;
    }

    boolean isPassDue() {
        return isPassDue;
    }

    void passStarts() {
        isPassDue = false;
    }

    /// Whether a fact about the machine was entered since the last call.
    boolean takeMachineChanged() {
        boolean was = isMachineChanged;
        isMachineChanged = false;
        return was;
    }
}
