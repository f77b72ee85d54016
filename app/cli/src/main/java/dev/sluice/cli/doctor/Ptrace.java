package dev.sluice.cli.doctor;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import java.util.function.Function;

/// Checks whether a process may trace its child by trying it: containers and hardened kernels refuse it in ways
/// that no file shows.
final class Ptrace implements Function<Machine, Finding> {

    /// From `linux/ptrace.h`: attach without stopping the process.
    private static final int PTRACE_SEIZE = 0x4206;

    @Override
    public Finding apply(Machine machine) {
        if (!System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux")) {
            return Finding.missing("not Linux");
        }
        try {
            // Waits for input that never comes, until it is ended below.
            Process child = new ProcessBuilder("cat").start();
            try {
                return seize(child.pid());
            } finally {
                child.destroyForcibly();
            }
        } catch (IOException e) {
            return Finding.missing("cannot start a process to trace");
        }
    }

    @SuppressWarnings("restricted") // one call with the documented signature of ptrace(2)
    private static Finding seize(long pid) {
        Linker linker = Linker.nativeLinker();
        Linker.Option errno = Linker.Option.captureCallState("errno");
        MethodHandle ptrace = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("ptrace"),
                FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_INT, ADDRESS, ADDRESS),
                Linker.Option.firstVariadicArg(1),
                errno);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
            long result = (long) ptrace.invokeExact(
                    state, PTRACE_SEIZE, Math.toIntExact(pid), MemorySegment.NULL, MemorySegment.NULL);
            if (result == 0) {
                return Finding.ok("a process can trace its child");
            }
            VarHandle number =
                    Linker.Option.captureStateLayout().varHandle(MemoryLayout.PathElement.groupElement("errno"));
            return new Finding(
                    Finding.Status.REFUSED, "the kernel refuses it (errno " + (int) number.get(state, 0L) + ")");
        } catch (Throwable e) {
            throw new LinkageError("calling ptrace", e);
        }
    }
}
