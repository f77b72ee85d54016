package dev.sluice.cli.live;

import dev.sluice.cli.console.BadInput;
import dev.sluice.server.config.ConfigException;
import dev.sluice.server.config.Configuration;
import dev.sluice.server.config.ServerConfig;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The configuration of a server: `--config`, `--database`, `--set`, and the environment.
final class ConfigMixin {
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A YAML file of settings; docs/server.md lists them.")
    private @Nullable Path file;

    @Option(
            names = "--database",
            paramLabel = "URL",
            description =
                    "The database, such as jdbc:postgresql://db.example/sluice; the same as --set database.url=URL.")
    private @Nullable String database;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "A setting; goes before the environment (SLUICE_HTTP_PORT for http.port), which goes before the"
                            + " file.")
    private Map<String, String> set = new LinkedHashMap<>();

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    /// Warns of what has no effect. Throws [BadInput] with all problems.
    Configuration configuration() {
        Configuration configuration = read();
        PrintWriter err = command.commandLine().getErr();
        configuration.warnings().forEach(warning -> err.println("sluice: " + warning));
        err.flush();
        return configuration;
    }

    private Configuration read() {
        Map<String, String> options = new LinkedHashMap<>();
        if (database != null) {
            options.put("database.url", database);
        }
        options.putAll(set);
        try {
            return Configuration.of(
                    file == null ? null : Files.readString(file),
                    file == null ? "" : file.toString(),
                    System.getenv(),
                    options);
        } catch (IOException e) {
            throw new BadInput("--config (%s) cannot be read: %s".formatted(file, e.getMessage()));
        } catch (ConfigException e) {
            throw new BadInput(String.join("\n", e.problems()));
        }
    }

    /// Throws [BadInput] with all problems.
    static ServerConfig checked(Configuration configuration) {
        try {
            return ServerConfig.of(configuration);
        } catch (ConfigException e) {
            throw new BadInput(String.join("\n", e.problems()));
        }
    }
}
