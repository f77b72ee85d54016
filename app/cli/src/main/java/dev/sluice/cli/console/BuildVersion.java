package dev.sluice.cli.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/// The version of Sluice, the commit it was built from, and the JDK that runs it.
public final class BuildVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        Properties build = buildProperties();
        return new String[] {
            "sluice %s (commit %s, JDK %s)".formatted(build.getProperty("version"), commit(build), Runtime.version())
        };
    }

    /// Version and commit, as outputs name them.
    public static String text() {
        Properties build = buildProperties();
        return "%s (commit %s)".formatted(build.getProperty("version"), commit(build));
    }

    private static String commit(Properties build) {
        return build.getProperty("commit") + (Boolean.parseBoolean(build.getProperty("dirty")) ? "-dirty" : "");
    }

    private static Properties buildProperties() {
        try (InputStream resource =
                Objects.requireNonNull(BuildVersion.class.getResourceAsStream("/dev/sluice/cli/build.properties"))) {
            Properties properties = new Properties();
            properties.load(resource);
            return properties;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
