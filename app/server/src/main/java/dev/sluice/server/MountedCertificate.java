package dev.sluice.server;

import dev.sluice.kube.certificate.Pem;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Timers;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;

/// A certificate and key from files, such as a mounted Secret. They are read again when they change.
public final class MountedCertificate implements Step {
    /// A kubelet takes about a minute to renew the files of a Secret.
    static final Duration CHECK = Duration.ofMinutes(1);

    private static final Logger LOGGER = System.getLogger(MountedCertificate.class.getName());

    private final Path certificate;
    private final Path key;
    private final ServingKeys keys;
    private final Timers timers;
    private String read = "";
    private long dueNanos = Long.MIN_VALUE;

    /// Reads the files.
    ///
    /// @throws IllegalArgumentException names the file and what is wrong with it
    public MountedCertificate(Path certificate, Path key, ServingKeys keys, Timers timers) {
        this.certificate = certificate;
        this.key = key;
        this.keys = keys;
        this.timers = timers;
        load();
    }

    private void load() {
        String certificateText = text(certificate);
        String keyText = text(key);
        String both = certificateText + keyText;
        if (both.equals(read)) {
            return;
        }
        List<X509Certificate> chain;
        try {
            chain = Pem.certificates(certificateText);
        } catch (GeneralSecurityException e) {
            throw malformed(certificate, e);
        }
        PrivateKey privateKey;
        try {
            privateKey = Pem.key(keyText, chain.getFirst());
        } catch (GeneralSecurityException e) {
            throw malformed(key, e);
        }
        keys.use(privateKey, chain);
        read = both;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("file (" + file + ") cannot be read: " + e, e);
        }
    }

    private static IllegalArgumentException malformed(Path file, GeneralSecurityException e) {
        return new IllegalArgumentException("file (" + file + ") is malformed: " + e.getMessage(), e);
    }

    @Override
    public String name() {
        return "mounted certificate";
    }

    @Override
    public int work(long nowNanos) {
        if (nowNanos < dueNanos) {
            return 0;
        }
        try {
            load();
        } catch (IllegalArgumentException e) {
            // It may be half written; the last one is shown until it is whole.
            LOGGER.log(Level.WARNING, "the certificate is not changed: {0}", e.getMessage());
        }
        dueNanos = nowNanos + CHECK.toNanos();
        timers.schedule(dueNanos, (_, _) -> {}, 0);
        return 1;
    }
}
