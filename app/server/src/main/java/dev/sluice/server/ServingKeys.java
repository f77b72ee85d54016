package dev.sluice.server;

import dev.sluice.kube.certificate.Identity;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/// The key and certificates that a server shows. They can be changed while it runs: new connections get the new ones.
public final class ServingKeys {
    /// What is shown.
    ///
    /// @param chain from the server's certificate upwards
    private record Shown(
            PrivateKey key,
            List<X509Certificate> chain,
            int number,
            @Nullable Shown before) {
        String alias() {
            return Integer.toString(number);
        }
    }

    private volatile @Nullable Shown shown;

    public ServingKeys() {}

    public void use(Identity identity, X509Certificate authority) {
        use(identity.key(), List.of(identity.certificate(), authority));
    }

    /// Shows these from now on.
    ///
    /// @param chain from the server's certificate upwards
    public synchronized void use(PrivateKey key, List<X509Certificate> chain) {
        Shown last = shown;
        // A handshake asks several times; one that is under way may still need the last.
        Shown before = last == null ? null : new Shown(last.key, last.chain, last.number, null);
        shown = new Shown(key, List.copyOf(chain), last == null ? 0 : last.number + 1, before);
    }

    /// Returns the server's certificate; null if there is none yet.
    public @Nullable X509Certificate certificate() {
        Shown now = shown;
        return now == null ? null : now.chain.getFirst();
    }

    SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new X509ExtendedKeyManager[] {new Manager()}, null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot serve TLS", e);
        }
    }

    private final class Manager extends X509ExtendedKeyManager {
        @Override
        public @Nullable String chooseEngineServerAlias(
                String type, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
            Shown now = shown;
            return now != null && now.key.getAlgorithm().equals(type) ? now.alias() : null;
        }

        @Override
        public @Nullable String chooseServerAlias(
                String type, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return chooseEngineServerAlias(type, issuers, null);
        }

        @Override
        public String @Nullable [] getServerAliases(String type, Principal @Nullable [] issuers) {
            String alias = chooseEngineServerAlias(type, issuers, null);
            return alias == null ? null : new String[] {alias};
        }

        private @Nullable Shown named(String alias) {
            Shown now = shown;
            if (now != null && !now.alias().equals(alias)) {
                now = now.before;
            }
            return now != null && now.alias().equals(alias) ? now : null;
        }

        @Override
        public X509Certificate @Nullable [] getCertificateChain(String alias) {
            Shown found = named(alias);
            return found == null ? null : found.chain.toArray(new X509Certificate[0]);
        }

        @Override
        public @Nullable PrivateKey getPrivateKey(String alias) {
            Shown found = named(alias);
            return found == null ? null : found.key;
        }

        @Override
        public String @Nullable [] getClientAliases(String type, Principal @Nullable [] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseClientAlias(
                String[] types, Principal @Nullable [] issuers, @Nullable Socket socket) {
            return null;
        }
    }
}
