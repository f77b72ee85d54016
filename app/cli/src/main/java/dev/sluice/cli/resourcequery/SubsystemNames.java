package dev.sluice.cli.resourcequery;

import dev.sluice.cli.console.BadInput;
import java.util.List;
import java.util.Locale;

/// What flux-sched's names for combinations of subsystems stand for.
final class SubsystemNames {
    static final String ALL =
            "CA, IBA, IBBA, PA, PFS1BA, C+IBA, C+IBBA, C+PA, C+PFS1BA, IB+IBBA, C+P+IBA, VA, V+PFS1BA" + " or ALL";

    private SubsystemNames() {}

    /// The subsystems to match on, the one that is walked down first.
    static List<String> of(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "CA" -> List.of("containment");
            case "IBA" -> List.of("ibnet");
            case "IBBA" -> List.of("ibnetbw");
            case "PA" -> List.of("power");
            case "PFS1BA" -> List.of("pfs1bw");
            case "C+IBA" -> List.of("containment", "ibnet");
            case "C+IBBA" -> List.of("containment", "ibnetbw");
            case "C+PA" -> List.of("containment", "power");
            case "C+PFS1BA" -> List.of("containment", "pfs1bw");
            case "IB+IBBA" -> List.of("ibnet", "ibnetbw");
            case "C+P+IBA" -> List.of("containment", "power", "ibnet");
            case "VA" -> List.of("virtual1");
            case "V+PFS1BA" -> List.of("virtual1", "pfs1bw");
            case "ALL" -> List.of("containment", "ibnet", "ibnetbw", "pfs1bw", "power");
            default -> throw new BadInput("--match-subsystems (%s) is not one of %s".formatted(name, ALL));
        };
    }
}
