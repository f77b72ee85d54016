package dev.sluice.scheduling.reason;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// Why a job does not run: a code and parameters for programs, a sentence for people.
public record Reason(ReasonCode code, Map<String, String> parameters, String sentence) {
    public Reason {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }
}
