package dev.sluice.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.queue.image.JobTable;
import dev.sluice.scheduling.backfill.SchedulingPolicy;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Policies from jars, with the one of `examples/policy`.
class PluginsTest {
    private static final Path EXAMPLE = Path.of("../../examples/policy");
    private static final String SERVICE = "META-INF/services/dev.sluice.scheduling.backfill.SchedulingPolicy";

    @TempDir
    private Path folder;

    private Path plugins;
    private Path trace;

    @BeforeEach
    void writeTrace() throws IOException {
        plugins = Files.createDirectory(folder.resolve("plugins"));
        trace = Files.writeString(folder.resolve("few.swf"), """
                ; MaxProcs: 4
                1 0 -1 10 4 -1 -1 4 10 -1 1 1 1 -1 1 -1 -1 -1
                2 1 -1 5 1 -1 -1 1 5 -1 1 1 1 -1 1 -1 -1 -1
                3 2 -1 10 4 -1 -1 4 10 -1 1 1 1 -1 1 -1 -1 -1
                4 3 -1 10 2 -1 -1 2 10 -1 1 1 1 -1 1 -1 -1 -1
                5 4 -1 20 3 -1 -1 3 20 -1 1 1 1 -1 1 -1 -1 -1
                """);
    }

    private Terminal simulate(String policies) {
        return Terminal.run(
                "simulate",
                trace.toString(),
                "--plugins",
                plugins.toString(),
                "--policy",
                policies,
                "-o",
                folder.resolve("out").toString());
    }

    private static String source() throws IOException {
        return Files.readString(EXAMPLE.resolve("src/example/LargestFirst.java"));
    }

    private static String service() throws IOException {
        return Files.readString(EXAMPLE.resolve(SERVICE));
    }

    /// Compiles a source of the example's class and packs it as the example's build script does.
    private void pack(String jar, String source, String service) throws IOException {
        Path classes = Files.createTempDirectory(folder, "classes");
        JavaFileObject file =
                new SimpleJavaFileObject(URI.create("string:///LargestFirst.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                        return source;
                    }
                };
        StringWriter messages = new StringWriter();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options = List.of(
                "-d",
                classes.toString(),
                "-proc:none",
                "-cp",
                home(SchedulingPolicy.class) + ":" + home(JobTable.class));
        assertThat(compiler.getTask(messages, null, null, options, null, List.of(file))
                        .call())
                .as(messages.toString())
                .isTrue();
        Path services = classes.resolve(SERVICE);
        Files.createDirectories(services.getParent());
        Files.writeString(services, service);
        zip(classes, plugins.resolve(jar));
    }

    private static Path home(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void zip(Path from, Path jar) throws IOException {
        try (OutputStream bytes = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(bytes);
                Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new JarEntry(from.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }

    @Test
    void theExampleStartsTheLargestJobFirst() throws IOException {
        pack("largest-first.jar", source(), service());

        Terminal seen = simulate("easy,largest-first");

        assertThat(seen.err()).isEmpty();
        assertThat(seen.exitCode()).isZero();
        assertThat(waits("largest-first")).containsExactly("1: 0", "2: 19", "3: 8", "4: 37", "5: 16");
        assertThat(waits("easy")).containsExactly("1: 0", "2: 9", "3: 13", "4: 22", "5: 31");
    }

    private List<String> waits(String policy) throws IOException {
        return Files.readAllLines(folder.resolve("out").resolve(policy).resolve("result.swf")).stream()
                .filter(line -> !line.startsWith(";"))
                .map(line -> line.strip().split(" +"))
                .map(fields -> fields[0] + ": " + fields[2])
                .toList();
    }

    @Test
    void sweepsUsePluginsOfTheCommandLineOrOfTheExperiment() throws IOException {
        pack("largest-first.jar", source(), service());
        Path plain = Files.writeString(folder.resolve("plain.yaml"), "{traces: few.swf, policies: largest-first}\n");
        Path own = Files.writeString(
                folder.resolve("own.yaml"), "{traces: few.swf, policies: largest-first, plugins: plugins}\n");

        Terminal byOption = Terminal.run(
                "sweep",
                plain.toString(),
                "--plugins",
                plugins.toString(),
                "-o",
                folder.resolve("one").toString());
        Terminal byKey = Terminal.run(
                "sweep", own.toString(), "-o", folder.resolve("two").toString());

        assertThat(byOption.exitCode()).isZero();
        assertThat(byKey.exitCode()).isZero();
        assertThat(folder.resolve("one/sweep.csv"))
                .hasSameBinaryContentAs(folder.resolve("two/sweep.csv"))
                .content()
                .contains("few.swf,largest-first,0,");
    }

    @Test
    void pluginsOfAnExperimentThatAreMissingAreNamedWithTheirLine() throws IOException {
        Path own = Files.writeString(folder.resolve("own.yaml"), "traces: few.swf\npolicies: easy\nplugins: nowhere\n");

        Terminal seen = Terminal.run(
                "sweep", own.toString(), "-o", folder.resolve("out").toString());

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains("own.yaml:3: plugins (nowhere)", "does not exist");
    }

    @Test
    void anUnknownPolicyListsThoseOfPlugins() throws IOException {
        pack("largest-first.jar", source(), service());

        Terminal seen = simulate("smallest-first");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err())
                .contains("policy (smallest-first) is not known", "conservative", "from --plugins largest-first");
    }

    @ParameterizedTest
    @CsvSource({
        "easy, policy (easy) has the name of a built-in one",
        "hybrid:7, policy (hybrid:7) has the name of a built-in one",
        "'a,b', 'policy name (a,b) must begin with a letter'"
    })
    void namesThatCannotBeUsedAreRefusedWithTheirJar(String name, String message) throws IOException {
        pack("mine.jar", source().replace("largest-first", name), service());

        Terminal seen = simulate("easy");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains("mine.jar: " + message);
    }

    @Test
    void aNameOfTwoPluginsIsRefusedWithBothJars() throws IOException {
        pack("one.jar", source(), service());
        pack("two.jar", source(), service());

        Terminal seen = simulate("easy");

        assertThat(seen.exitCode()).isEqualTo(2);
        assertThat(seen.err()).contains("two.jar: policy (largest-first) has the name of a policy of", "one.jar");
    }

    @Test
    void aJarThatCannotBeLoadedIsNamed() throws IOException {
        pack("missing.jar", source(), "example.SmallestFirst\n");
        Terminal missing = simulate("easy");
        pack("missing.jar", source(), service());
        Files.write(plugins.resolve("torn.jar"), "no zip file".getBytes(StandardCharsets.UTF_8));
        Terminal torn = simulate("easy");

        assertThat(missing.exitCode()).isEqualTo(2);
        assertThat(missing.err()).contains("missing.jar cannot be loaded", "example.SmallestFirst");
        assertThat(torn.exitCode()).isEqualTo(2);
        assertThat(torn.err()).contains("torn.jar cannot be loaded");
    }

    @Test
    void aFolderWithoutPoliciesIsNamed() throws IOException {
        Terminal empty = simulate("easy");
        Path jar = plugins.resolve("a.jar");
        pack("a.jar", source(), service());
        plugins = jar;
        Terminal file = simulate("easy");
        plugins = folder.resolve("nowhere");
        Terminal nowhere = simulate("easy");

        assertThat(List.of(empty.exitCode(), file.exitCode(), nowhere.exitCode()))
                .containsOnly(2);
        assertThat(empty.err()).contains("--plugins (", "has no jar with a policy");
        assertThat(file.err()).contains("is not a folder");
        assertThat(nowhere.err()).contains("does not exist");
    }

    @Test
    void aPolicyThatFailsIsNamed() throws IOException {
        pack("mine.jar", source().replace("pass.dropPlans();", "Integer.parseInt(\"oh\");"), service());

        Terminal seen = simulate("largest-first");

        assertThat(seen.exitCode()).isEqualTo(1);
        assertThat(seen.err()).contains("policy (largest-first) of (", "mine.jar) failed at 0.0 s", "oh");
    }
}
