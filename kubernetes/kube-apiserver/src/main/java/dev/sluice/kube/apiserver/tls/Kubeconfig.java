package dev.sluice.kube.apiserver.tls;

import dev.sluice.kube.certificate.Identity;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.Objects;
import java.util.Set;

/// A kubeconfig file: the server's address and CA, and a client certificate.
public record Kubeconfig(URI server, String authorityPem, Identity user) {

    public String text() {
        return """
                apiVersion: v1
                kind: Config
                clusters:
                - name: sluice
                  cluster:
                    server: %s
                    certificate-authority-data: %s
                users:
                - name: admin
                  user:
                    client-certificate-data: %s
                    client-key-data: %s
                contexts:
                - name: sluice
                  context:
                    cluster: sluice
                    user: admin
                current-context: sluice
                """.formatted(server, base64(authorityPem), base64(user.certificatePem()), base64(user.keyPem()));
    }

    /// Writes the file with mode 600 and atomically, so that no reader sees half of it.
    public void write(Path file) throws IOException {
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
        Path begun = Files.createTempFile(folder, ".kubeconfig", "", ownersOnly(folder));
        try {
            Files.writeString(begun, text());
            move(begun, file);
        } finally {
            Files.deleteIfExists(begun);
        }
    }

    private static void move(Path from, Path to) throws IOException {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static FileAttribute<?>[] ownersOnly(Path folder) {
        Set<String> views = folder.getFileSystem().supportedFileAttributeViews();
        return views.contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
