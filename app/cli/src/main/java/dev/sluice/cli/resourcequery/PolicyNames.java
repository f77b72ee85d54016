package dev.sluice.cli.resourcequery;

import java.util.Iterator;
import java.util.List;

/// The policies that have names, for completion in a shell.
final class PolicyNames implements Iterable<String> {
    static final List<String> ALL = List.of(
            "first", "firstnodex", "high", "low", "hinode", "lonode", "hinodex", "lonodex", "locality", "variation");

    @Override
    public Iterator<String> iterator() {
        return ALL.iterator();
    }
}
