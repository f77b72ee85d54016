package dev.sluice.kube.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StartUpTest {
    /// Loads everything anew, and notes whether the library of expressions was among it.
    private static final class Watching extends URLClassLoader {
        private final List<String> seen = new ArrayList<>();

        Watching(URL[] classPath) {
            super(classPath, ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith("dev.cel.")) {
                seen.add(name);
            }
            return super.findClass(name);
        }
    }

    @Test
    void theLibraryOfExpressionsIsNotLoadedBeforeThereIsOne() throws IOException, ReflectiveOperationException {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (Watching loader = new Watching(classPath())) {
            Thread.currentThread().setContextClassLoader(loader);
            Class<?> clock = loader.loadClass("dev.sluice.runtime.time.Clock");
            Class<?> seeds = loader.loadClass("dev.sluice.runtime.random.Seeds");
            Object now = loader.loadClass("dev.sluice.runtime.time.SystemClock")
                    .getConstructor()
                    .newInstance();
            Object server = loader.loadClass("dev.sluice.kube.apiserver.EmbeddedApiServer")
                    .getMethod("start", clock, seeds, int.class)
                    .invoke(null, now, seeds.getConstructor(long.class).newInstance(1L), 0);
            server.getClass().getMethod("close").invoke(server);
            assertThat(loader.seen).isEmpty();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    private static URL[] classPath() throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String part : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            if (!part.isEmpty()) {
                URI uri = new File(part).toURI();
                urls.add(uri.toURL());
            }
        }
        return urls.toArray(new URL[0]);
    }
}
