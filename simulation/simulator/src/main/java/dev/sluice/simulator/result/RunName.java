package dev.sluice.simulator.result;

/// What tells a run from the others: who decided, on what, where.
public record RunName(String policy, String trace, String machine, long seed) {

    public String title() {
        return policy + " on " + trace;
    }
}
