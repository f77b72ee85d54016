package dev.sluice.queue.postgres;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// Passes bytes between a client and a database, and cuts the connection at the next commit when it is told to.
final class CuttingProxy implements AutoCloseable {
    enum Cut {
        NEVER,
        /// The database never sees the commit.
        BEFORE_COMMIT,
        /// The database commits, and the client never learns of it.
        AFTER_COMMIT
    }

    private static final String COMMIT = "COMMIT";

    private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int databasePort;
    private volatile Cut cut = Cut.NEVER;
    private volatile boolean isAnswerDropped;

    CuttingProxy(int databasePort) throws IOException {
        this.databasePort = databasePort;
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /// Cuts at the next commit, once.
    void cutNext(Cut where) {
        isAnswerDropped = false;
        cut = where;
    }

    Cut pending() {
        return cut;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Socket database = new Socket(InetAddress.getLoopbackAddress(), databasePort);
                Thread.ofVirtual().start(() -> passRequests(client, database));
                Thread.ofVirtual().start(() -> passAnswers(client, database));
            }
        } catch (IOException _) {
            // Closed: the test is over.
        }
    }

    private void passRequests(Socket client, Socket database) {
        byte[] buffer = new byte[1 << 16];
        try (client;
                database) {
            InputStream from = client.getInputStream();
            OutputStream to = database.getOutputStream();
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                boolean isCommit = new String(buffer, 0, read, StandardCharsets.ISO_8859_1).contains(COMMIT);
                if (isCommit && cut == Cut.BEFORE_COMMIT) {
                    cut = Cut.NEVER;
                    return;
                }
                if (isCommit && cut == Cut.AFTER_COMMIT) {
                    cut = Cut.NEVER;
                    isAnswerDropped = true;
                }
                to.write(buffer, 0, read);
            }
        } catch (IOException _) {
            // Either side has gone, and the other goes with it.
        }
    }

    private void passAnswers(Socket client, Socket database) {
        byte[] buffer = new byte[1 << 16];
        try (client;
                database) {
            InputStream from = database.getInputStream();
            OutputStream to = client.getOutputStream();
            for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
                if (isAnswerDropped) {
                    isAnswerDropped = false;
                    return;
                }
                to.write(buffer, 0, read);
            }
        } catch (IOException _) {
            // Either side has gone, and the other goes with it.
        }
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
