package dev.sluice.server;

import dev.sluice.kube.port.ApiException;
import dev.sluice.kube.port.Kube;
import dev.sluice.runtime.step.Step;
import dev.sluice.runtime.time.Clock;
import dev.sluice.runtime.time.Timers;
import dev.sluice.server.client.ServerAddress;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Publishes where the queue is shown, and again when the CA changes, while this process schedules. A step of a crank
/// that may block.
final class AddressPublisher implements Step {
    private static final Logger LOGGER = System.getLogger(AddressPublisher.class.getName());
    private static final long CHECK_NANOS = 60 * Clock.NANOS_PER_SECOND;

    /// So soon a process that takes over notices that it may write.
    private static final long TURN_NANOS = Clock.NANOS_PER_SECOND;

    private final Kube kube;
    private final String url;
    private final Supplier<String> authorityPem;
    private final BooleanSupplier mayWrite;
    private final Timers timers;
    private @Nullable ServerAddress published;
    private boolean isDue = true;

    /// @param mayWrite whether this process is the one that schedules: others would publish their own CAs
    AddressPublisher(Kube kube, String url, Supplier<String> authorityPem, BooleanSupplier mayWrite, Timers timers) {
        this.mayWrite = mayWrite;
        this.kube = kube;
        this.url = url;
        this.authorityPem = authorityPem;
        this.timers = timers;
    }

    @Override
    public String name() {
        return "address";
    }

    @Override
    public int work(long nowNanos) {
        if (!isDue) {
            return 0;
        }
        isDue = false;
        boolean isOurs = mayWrite.getAsBoolean();
        timers.schedule(nowNanos + (isOurs ? CHECK_NANOS : TURN_NANOS), (_, _) -> isDue = true, 0);
        if (!isOurs) {
            // The one that schedules meanwhile publishes its own.
            published = null;
            return 1;
        }
        ServerAddress address = new ServerAddress(url, authorityPem.get());
        if (address.equals(published)) {
            return 1;
        }
        try {
            address.publish(kube);
            published = address;
        } catch (ApiException | UncheckedIOException e) {
            LOGGER.log(
                    Level.WARNING,
                    "the address ({0}) could not be published, and is tried again: {1}",
                    url,
                    e.getMessage());
        }
        return 1;
    }
}
