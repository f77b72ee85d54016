package dev.sluice.jobspec;

import dev.sluice.jobspec.pod.NodeSelectorTerm;
import dev.sluice.jobspec.set.Idset;
import java.util.List;

/// Which nodes a job may run on: the operators of RFC 31, and Kubernetes' node selectors.
public sealed interface Constraint {
    /// `{}`: matches every node.
    Constraint ANY = new And(List.of());

    boolean matches(NodeFacts node, Dialect dialect);

    /// Matches nodes with all named properties; a name with a leading `^` must be absent.
    record Properties(List<String> names) implements Constraint {
        /// Characters that RFC 31 reserves for later syntax. `^` is allowed as the first character.
        private static final String RESERVED = "!&'\"^`|()";

        public Properties {
            names = List.copyOf(names);
            for (String name : names) {
                requireLegal(name);
            }
        }

        private static void requireLegal(String name) {
            String bare = name.startsWith("^") ? name.substring(1) : name;
            if (bare.isEmpty()) {
                throw new IllegalArgumentException("property (" + name + ") has no name");
            }
            for (int i = 0; i < bare.length(); i++) {
                if (RESERVED.indexOf(bare.charAt(i)) >= 0) {
                    throw new IllegalArgumentException(
                            "property (" + name + ") contains the reserved character (" + bare.charAt(i) + ")");
                }
            }
        }

        @Override
        public boolean matches(NodeFacts node, Dialect dialect) {
            for (String name : names) {
                boolean wanted = !name.startsWith("^");
                if (node.hasProperty(wanted ? name : name.substring(1)) != wanted) {
                    return false;
                }
            }
            return true;
        }
    }

    record Hostlist(dev.sluice.jobspec.set.Hostlist hosts) implements Constraint {
        @Override
        public boolean matches(NodeFacts node, Dialect dialect) {
            return hosts.contains(node.hostname());
        }
    }

    record Ranks(Idset ranks) implements Constraint {
        @Override
        public boolean matches(NodeFacts node, Dialect dialect) {
            return ranks.contains(node.rank());
        }
    }

    /// Matches nodes for which at least one term holds, as a pod's required node affinity does.
    record NodeSelector(List<NodeSelectorTerm> terms) implements Constraint {
        public NodeSelector {
            terms = List.copyOf(terms);
            if (terms.isEmpty()) {
                throw new IllegalArgumentException("nodeSelectorTerms () must have at least one term");
            }
        }

        @Override
        public boolean matches(NodeFacts node, Dialect dialect) {
            for (NodeSelectorTerm term : terms) {
                if (term.matches(node)) {
                    return true;
                }
            }
            return false;
        }
    }

    /// Matches unless all operands match. RFC 31 allows one operand; without operands nothing matches.
    record Not(List<Constraint> operands) implements Constraint {
        public Not {
            operands = List.copyOf(operands);
        }

        @Override
        public boolean matches(NodeFacts node, Dialect dialect) {
            return !new And(operands).matches(node, dialect);
        }
    }

    record And(List<Constraint> operands) implements Constraint {
        public And {
            operands = List.copyOf(operands);
        }

        @Override
        public boolean matches(NodeFacts node, Dialect dialect) {
            for (Constraint operand : operands) {
                if (!operand.matches(node, dialect)) {
                    return false;
                }
            }
            return true;
        }
    }

    record Or(List<Constraint> operands) implements Constraint {
        public Or {
            operands = List.copyOf(operands);
        }

        @Override
        public boolean matches(NodeFacts node, Dialect dialect) {
            for (Constraint operand : operands) {
                if (operand.matches(node, dialect)) {
                    return true;
                }
            }
            return operands.isEmpty() && dialect == Dialect.RFC;
        }
    }
}
