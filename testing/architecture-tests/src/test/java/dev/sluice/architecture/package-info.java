/// The architecture as tests. [Modules] is the map; the rules are in the other classes, one family each; each rule is
/// applied to the product in [ArchitectureTest] and shown to fail on a broken world in [RulesCanFailTest].
@NullMarked
package dev.sluice.architecture;

import org.jspecify.annotations.NullMarked;
