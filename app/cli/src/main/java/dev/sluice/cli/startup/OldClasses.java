package dev.sluice.cli.startup;

import java.io.IOException;
import java.lang.classfile.ClassElement;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/// Upgrades the class files of old libraries to a current version.
///
/// The JVM's ahead-of-time cache rejects classes compiled for Java 5 or before: they have no stack maps and are
/// verified by inference when loaded. JDK 25.0.3 even crashes writing a cache when it meets some. picocli is
/// compiled for Java 5, and its classes are most of what a start loads. Here they get stack maps and a new
/// version number, and are otherwise unchanged.
public final class OldClasses {

    /// Java 6, the first with stack maps.
    private static final int FIRST_WITH_STACK_MAPS = ClassFile.JAVA_6_VERSION;

    private OldClasses() {}

    /// Rewrites the jars of a folder in place. An interruption leaves each jar old or new.
    public static void main(String[] arguments) throws IOException {
        List<Path> jars;
        try (Stream<Path> files = Files.list(Path.of(arguments[0]))) {
            jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
        }
        for (Path jar : jars) {
            Path raised = jar.resolveSibling(jar.getFileName() + ".raised");
            if (raise(jar, raised)) {
                Files.move(raised, jar, StandardCopyOption.ATOMIC_MOVE);
            } else {
                Files.delete(raised);
            }
        }
    }

    /// Returns whether there was anything to upgrade.
    static boolean raise(Path jar, Path target) throws IOException {
        boolean found = false;
        try (URLClassLoader classes = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                ZipInputStream in = new ZipInputStream(Files.newInputStream(jar));
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(target))) {
            ClassFile raising = ClassFile.of(
                    StackMapsOption.GENERATE_STACK_MAPS,
                    ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes)));
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] content = in.readAllBytes();
                if (isOld(entry.getName(), content)) {
                    content = raise(raising, content);
                    found = true;
                }
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(content);
                out.closeEntry();
            }
        }
        return found;
    }

    static boolean isOld(String name, byte[] content) {
        return name.endsWith(".class") && ClassFile.of().parse(content).majorVersion() < FIRST_WITH_STACK_MAPS;
    }

    private static byte[] raise(ClassFile raising, byte[] content) {
        ClassModel old = raising.parse(content);
        return raising.build(old.thisClass().asSymbol(), builder -> {
            builder.withVersion(ClassFile.latestMajorVersion(), ClassFile.latestMinorVersion());
            for (ClassElement element : old) {
                switch (element) {
                    case ClassFileVersion _ -> {}
                    // Method bodies are passed on instruction by instruction; copied as a whole they would get
                    // no stack maps.
                    case MethodModel method ->
                        builder.transformMethod(
                                method,
                                MethodTransform.transformingCode((code, instruction) -> code.with(instruction)));
                    default -> builder.with(element);
                }
            }
        });
    }
}
