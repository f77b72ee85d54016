package dev.sluice.simulator.result;

/// Something worth telling about a run that no column holds, such as how many lines of the trace were left out.
public record Note(String topic, String text) {}
