package dev.sluice.queue.postgres.embedded;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;

/// Whole directories: copied, published, given to a user, deleted.
final class Directories {
    private Directories() {}

    /// Copies what is in a directory into another, permissions included.
    static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                Path copy = to.resolve(from.relativize(directory).toString());
                if (!copy.equals(to)) {
                    Files.copy(directory, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(
                        file,
                        to.resolve(from.relativize(file).toString()),
                        StandardCopyOption.COPY_ATTRIBUTES,
                        LinkOption.NOFOLLOW_LINKS);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /// Gives a finished directory its name. If another process was first, its directory counts and this one goes.
    static void publish(Path finished, Path name) throws IOException {
        try {
            Files.move(finished, name, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
            delete(finished);
        } catch (AtomicMoveNotSupportedException e) {
            throw new IOException("cannot rename (" + finished + ") to (" + name + ")", e);
        } catch (IOException e) {
            if (!Files.isDirectory(name)) {
                throw e;
            }
            delete(finished);
        }
    }

    static void give(Path directory, UserPrincipal owner) throws IOException {
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) throws IOException {
                Files.setOwner(inner, owner);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.setOwner(file, owner);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /// Deletes a directory with all that is in it; files that go by themselves meanwhile are no problem.
    static void delete(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path inner, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(inner);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
