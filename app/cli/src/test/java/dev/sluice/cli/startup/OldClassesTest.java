package dev.sluice.cli.startup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// On the very library that needs it.
class OldClassesTest {

    @TempDir
    Path folder;

    @Test
    void everyClassIsRaisedAndPassesTheVerifier() throws Exception {
        Path jar = Files.copy(picocli(), folder.resolve("picocli.jar"));
        List<String> old = oldClasses(jar);

        OldClasses.main(new String[] {folder.toString()});

        assertThat(old).as("what there was to raise").hasSizeGreaterThan(100);
        assertThat(oldClasses(jar)).isEmpty();
        try (URLClassLoader raised =
                new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
            for (String name : old) {
                // Groovy's annotations are optional to picocli and not here.
                if (!name.contains("groovy")) {
                    Class.forName(name.replace(".class", "").replace('/', '.'), true, raised);
                }
            }
            Method greeting = raised.loadClass("picocli.CommandLine$Help$Ansi").getMethod("string", String.class);
            Object off = raised.loadClass("picocli.CommandLine$Help$Ansi")
                    .getField("OFF")
                    .get(null);
            assertThat(greeting.invoke(off, "@|bold works|@")).isEqualTo("works");
        }
        assertThat(folder).isDirectoryContaining("glob:**/picocli.jar").isDirectoryNotContaining("glob:**.raised");
    }

    @Test
    void aJarWithoutOldClassesIsLeftAlone() throws Exception {
        Path jar = Files.copy(
                Path.of(org.assertj.core.api.Assertions.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI()),
                folder.resolve("assertj.jar"));
        byte[] before = Files.readAllBytes(jar);

        OldClasses.main(new String[] {folder.toString()});

        assertThat(jar).hasBinaryContent(before);
    }

    private static Path picocli() throws URISyntaxException {
        return Path.of(CommandLine.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private static List<String> oldClasses(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream()
                    .filter(entry -> OldClasses.isOld(entry.getName(), read(zip, entry)))
                    .map(ZipEntry::getName)
                    .toList();
        }
    }

    private static byte[] read(ZipFile zip, ZipEntry entry) {
        try {
            return zip.getInputStream(entry).readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
