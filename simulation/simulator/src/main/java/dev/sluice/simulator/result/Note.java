package dev.sluice.simulator.result;

/// A remark on a run that no column has, such as how many lines of the trace were left out.
public record Note(String topic, String text) {}
