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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Publishes where the queue is shown, and again when the CA changes. A step of a crank that may block.
final class AddressPublisher implements Step {
    private static final Logger LOGGER = System.getLogger(AddressPublisher.class.getName());
    private static final long CHECK_NANOS = 60 * Clock.NANOS_PER_SECOND;

    private final Kube kube;
    private final String url;
    private final Supplier<String> authorityPem;
    private final Timers timers;
    private @Nullable ServerAddress published;
    private boolean isDue = true;

    AddressPublisher(Kube kube, String url, Supplier<String> authorityPem, Timers timers) {
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
        timers.schedule(nowNanos + CHECK_NANOS, (_, _) -> isDue = true, 0);
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
