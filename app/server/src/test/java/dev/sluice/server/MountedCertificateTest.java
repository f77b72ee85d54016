package dev.sluice.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.kube.certificate.Authority;
import dev.sluice.kube.certificate.Identity;
import dev.sluice.runtime.time.TimerQueue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountedCertificateTest {
    private static final long MINUTE = MountedCertificate.CHECK.toNanos();

    /// Where the older form of a P-256 key begins in PKCS #8.
    private static final int OLDER_FORM = 28;

    private final ServingKeys keys = new ServingKeys();
    private final TimerQueue timers = new TimerQueue();

    @TempDir
    private Path folder = Path.of("");

    private Path certificate = folder;
    private Path key = folder;

    @BeforeEach
    void begin() {
        certificate = folder.resolve("tls.crt");
        key = folder.resolve("tls.key");
    }

    private Identity write() throws IOException {
        Identity identity = Authority.generate().server(List.of("sluice.sluice.svc"), List.of());
        Files.writeString(certificate, identity.certificatePem());
        Files.writeString(key, identity.keyPem());
        return identity;
    }

    @Test
    void theFilesAreShown() throws IOException {
        Identity identity = write();

        mounted();

        assertThat(keys.certificate()).isEqualTo(identity.certificate());
    }

    private MountedCertificate mounted() {
        return new MountedCertificate(certificate, key, keys, timers);
    }

    @Test
    void changedFilesAreShownWithinAMinute() throws IOException {
        write();
        MountedCertificate mounted = mounted();
        assertThat(mounted.work(0)).isEqualTo(1);
        Identity next = write();

        assertThat(mounted.work(MINUTE - 1)).isZero();
        assertThat(keys.certificate()).isNotEqualTo(next.certificate());
        assertThat(timers.nextDeadlineNanos()).isEqualTo(MINUTE);
        assertThat(mounted.work(MINUTE)).isEqualTo(1);

        assertThat(keys.certificate()).isEqualTo(next.certificate());
    }

    @Test
    void halfWrittenFilesAreNotShown() throws IOException {
        Identity identity = write();
        MountedCertificate mounted = mounted();
        Files.writeString(certificate, "-----BEGIN CERTI");

        assertThat(mounted.work(0)).isEqualTo(1);

        assertThat(keys.certificate()).isEqualTo(identity.certificate());
    }

    @Test
    void olderFormsOfKeysAreRead() throws IOException {
        Identity identity = write();
        byte[] encoded = identity.key().getEncoded();
        String older = Base64.getEncoder().encodeToString(Arrays.copyOfRange(encoded, OLDER_FORM, encoded.length));
        Files.writeString(key, "-----BEGIN EC PRIVATE KEY-----\n" + older + "\n-----END EC PRIVATE KEY-----\n");

        mounted();

        assertThat(keys.certificate()).isEqualTo(identity.certificate());
    }

    @Test
    void mistakesAreToldByFile() throws IOException {
        assertThatThrownBy(this::mounted).hasMessageStartingWith("file (" + certificate + ") cannot be read: ");
        write();
        Files.writeString(key, "hello");
        assertThatThrownBy(this::mounted).hasMessage("file (" + key + ") is malformed: no private key in it");
        Files.writeString(certificate, "hello");
        assertThatThrownBy(this::mounted).hasMessageStartingWith("file (" + certificate + ") is malformed: ");
    }
}
