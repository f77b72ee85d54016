package brokenworld.graph;

import brokenworld.runtime.time.SystemClock;
import brokenworld.scheduling.Cycle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.Timer;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/// Does everything that a pure module must not do.
@SuppressWarnings("all")
public final class Impure {
    private final ReentrantLock lock = new ReentrantLock();

    public List<Object> clocks() {
        return List.of(
                System.nanoTime(),
                System.currentTimeMillis(),
                Instant.now(),
                LocalDate.now(),
                Clock.systemUTC(),
                InstantSource.system(),
                Calendar.getInstance(),
                new SystemClock(),
                new Date());
    }

    public LongSupplier clockReference() {
        return System::nanoTime;
    }

    public void sleeps(ScheduledExecutorService executor) throws InterruptedException {
        Thread.sleep(1);
        TimeUnit.SECONDS.sleep(1);
        new Timer().cancel();
        executor.close();
    }

    public List<Object> randomness(List<String> list) {
        Collections.shuffle(list);
        return List.of(
                new Random().nextInt(),
                Math.random(),
                UUID.randomUUID(),
                RandomGenerator.getDefault(),
                ThreadLocalRandom.current().nextInt());
    }

    public List<Object> executors(Runnable work) {
        ExecutorService own = Executors.newCachedThreadPool();
        return List.of(own, ForkJoinPool.commonPool(), List.of(1).parallelStream(), CompletableFuture.runAsync(work));
    }

    public synchronized void guarded() throws IOException {
        lock.lock();
        Files.delete(Path.of("x"));
        new ProcessBuilder("x").start();
        Cycle.check(true);
    }
}
