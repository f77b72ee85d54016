package dev.sluice.cli.simulate;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// `--plugins`: a folder of further policies.
final class PluginsOption {
    @Option(
            names = "--plugins",
            paramLabel = "DIR",
            description = "Also offer the scheduling policies in the jars of DIR, found by Java's ServiceLoader; see"
                    + " examples/policy.")
    private @Nullable Path folder;

    Optional<Path> folder() {
        return Optional.ofNullable(folder);
    }

    PolicyCatalog policies() {
        return folder().map(PolicyCatalog::withPlugins).orElse(PolicyCatalog.BUILT_IN);
    }
}
