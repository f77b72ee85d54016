package dev.sluice.cli.doctor;

import java.util.function.Function;

/// One thing a machine may offer.
///
/// @param obligatory whether the README's two commands need it; the rest only widens what can be run
/// @param neededFor what a user could not do without it
/// @param remedy how to get it
record Check(String name, boolean obligatory, String neededFor, String remedy, Function<Machine, Finding> probe) {}
