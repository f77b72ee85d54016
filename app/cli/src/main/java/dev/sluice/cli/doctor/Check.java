package dev.sluice.cli.doctor;

import java.util.function.Function;

/// A check of one requirement.
///
/// @param obligatory whether building and running Sluice needs it; the rest is optional
/// @param neededFor what needs it
/// @param remedy how to get it
record Check(String name, boolean obligatory, String neededFor, String remedy, Function<Machine, Finding> probe) {}
