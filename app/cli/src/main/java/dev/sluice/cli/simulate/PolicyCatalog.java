package dev.sluice.cli.simulate;

import dev.sluice.cli.console.BadInput;
import dev.sluice.scheduling.backfill.Policies;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The policies available to `--policy`: built-in ones, and those in the jars of a folder.
///
/// A jar that declares policies as services is a plug-in with its own class loader, so plug-ins cannot clash.
/// Other jars are libraries, which all plug-ins share.
final class PolicyCatalog {
    static final PolicyCatalog BUILT_IN = new PolicyCatalog();

    private static final String SERVICE = "META-INF/services/" + SchedulingPolicy.class.getName();

    /// Without a comma, which separates names, and fit for a folder's name.
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9+._:-]*");

    private final SortedMap<String, Plugin> plugins = new TreeMap<>();

    private record Plugin(ServiceLoader.Provider<SchedulingPolicy> provider, Path jar) {}

    private final Optional<Path> folder;

    private PolicyCatalog() {
        this(Optional.empty());
    }

    private PolicyCatalog(Optional<Path> folder) {
        this.folder = folder;
    }

    /// Returns the folder of the plug-ins, if there is one.
    Optional<Path> folder() {
        return folder;
    }

    /// The policies of the engine and of the jars in a folder.
    static PolicyCatalog withPlugins(Path folder) {
        PolicyCatalog catalog = new PolicyCatalog(Optional.of(folder));
        List<Path> libraries = new ArrayList<>();
        List<Path> declaring = new ArrayList<>();
        for (Path jar : jars(folder)) {
            (declaresPolicies(jar) ? declaring : libraries).add(jar);
        }
        ClassLoader shared = loader(libraries, PolicyCatalog.class.getClassLoader());
        for (Path jar : declaring) {
            catalog.add(jar, shared);
        }
        if (catalog.plugins.isEmpty()) {
            throw new BadInput("--plugins (" + folder + ") has no jar with a policy: none of its jars ("
                    + libraries.size() + ") has " + SERVICE + ". Maybe see examples/policy?");
        }
        return catalog;
    }

    /// Returns the SHA-256 of all jars of a folder, to verify them when a run is repeated.
    static String digest(Path folder) {
        StringBuilder digests = new StringBuilder();
        for (Path jar : jars(folder)) {
            digests.append(TraceInput.digest(jar)).append('\n');
        }
        return TraceInput.digest(digests.toString());
    }

    private static List<Path> jars(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new BadInput("--plugins (" + folder + ") "
                    + (Files.exists(folder) ? "is not a folder; name the folder with the jars" : "does not exist"));
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> String.valueOf(file.getFileName()).endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new BadInput("--plugins (" + folder + ") cannot be read: " + e.getMessage());
        }
    }

    private static boolean declaresPolicies(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return file.getEntry(SERVICE) != null;
        } catch (IOException e) {
            throw broken(jar, e);
        }
    }

    private static ClassLoader loader(List<Path> jars, ClassLoader parent) {
        // Open until the process ends: policies load classes while they run.
        return new URLClassLoader(jars.stream().map(PolicyCatalog::url).toArray(URL[]::new), parent);
    }

    private static URL url(Path jar) {
        try {
            return jar.toUri().toURL();
        } catch (MalformedURLException e) {
            throw broken(jar, e);
        }
    }

    private void add(Path jar, ClassLoader shared) {
        try {
            ServiceLoader.load(SchedulingPolicy.class, loader(List.of(jar), shared)).stream()
                    .forEach(provider -> add(new Plugin(provider, jar)));
        } catch (ServiceConfigurationError | LinkageError e) {
            throw broken(jar, e);
        }
    }

    private void add(Plugin plugin) {
        String name = nameOf(plugin);
        if (Policies.named(name).isPresent()) {
            throw new BadInput(plugin.jar + ": policy (" + name + ") has the name of a built-in one");
        }
        Plugin other = plugins.putIfAbsent(name, plugin);
        if (other != null) {
            throw new BadInput(plugin.jar + ": policy (" + name + ") has the name of a policy of " + other.jar);
        }
    }

    @SuppressWarnings("ConstantValue") // the plug-in's compiler need not have checked for null
    private static String nameOf(Plugin plugin) {
        String name;
        try {
            name = String.valueOf(plugin.provider.get().name());
        } catch (RuntimeException e) {
            throw broken(plugin.jar, e);
        }
        if (!NAME.matcher(name).matches()) {
            throw new BadInput(plugin.jar + ": policy name (" + name
                    + ") must begin with a letter or digit and have only letters, digits and + . _ : - in it");
        }
        return name;
    }

    private static BadInput broken(Path jar, Throwable problem) {
        return new BadInput(jar + " cannot be loaded: " + problem);
    }

    /// Returns the policy of a name; a new instance of a plug-in's each time, so that runs do not share it.
    SchedulingPolicy policy(String name) {
        Plugin plugin = plugins.get(name);
        if (plugin != null) {
            return new PluginPolicy(plugin.provider.get(), name, plugin.jar);
        }
        return Policies.named(name)
                .orElseThrow(() -> new BadInput("policy (" + name + ") is not known; there are "
                        + String.join(", ", Policies.NAMES) + ", with N from 1 on"
                        + (plugins.isEmpty() ? "" : "; and from --plugins " + String.join(", ", plugins.keySet()))));
    }
}
