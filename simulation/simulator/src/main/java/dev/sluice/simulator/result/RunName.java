package dev.sluice.simulator.result;

/// Identifies a run: policy, workload, machine and seed.
public record RunName(String policy, String trace, String machine, long seed) {

    public String title() {
        return policy + " on " + trace;
    }
}
