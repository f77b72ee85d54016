package dev.sluice.kube.apiserver.tls;

import dev.sluice.kube.certificate.Identity;
import java.io.IOException;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/// The server side of TLS. The handshake accepts any client certificate or none, and requests are authenticated
/// later, so that an unknown client gets 401 instead of a broken connection.
public final class ServerTls {
    private static final char[] NO_PASSWORD = new char[0];

    private ServerTls() {}

    public static SSLContext context(Identity server, X509Certificate authority) {
        try {
            // PKCS #12 would encrypt the key with ten thousand hash rounds, which delays the start. The key stays in
            // memory anyway.
            KeyStore store = KeyStore.getInstance("JKS");
            store.load(null, NO_PASSWORD);
            store.setKeyEntry("server", server.key(), NO_PASSWORD, new Certificate[] {server.certificate(), authority});
            KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), new TrustManager[] {new AskedLater(authority)}, null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("this Java cannot serve TLS", e);
        }
    }

    /// True if the authority has signed the client certificate.
    public static boolean isClient(X509Certificate certificate, X509Certificate authority) {
        try {
            certificate.verify(authority.getPublicKey());
            return certificate.getExtendedKeyUsage() != null
                    && certificate.getExtendedKeyUsage().contains("1.3.6.1.5.5.7.3.2");
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static final class AskedLater extends X509ExtendedTrustManager {
        private final X509Certificate authority;

        AskedLater(X509Certificate authority) {
            this.authority = authority;
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
            throw isServer();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
                throws CertificateException {
            throw isServer();
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
                throws CertificateException {
            throw isServer();
        }

        private static CertificateException isServer() {
            return new CertificateException("this side is the server");
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[] {authority};
        }
    }
}
