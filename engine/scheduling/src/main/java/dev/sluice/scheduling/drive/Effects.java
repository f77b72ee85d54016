package dev.sluice.scheduling.drive;

import dev.sluice.scheduling.Decision;
import java.util.List;

/// Carries out decisions.
public interface Effects {

    /// Carries out decisions in their order. The list is only valid during the call.
    void carryOut(List<Decision> decisions);
}
