package dev.sluice.queue.postgres.project;

import dev.sluice.queue.record.Share;
import java.util.Optional;

/// Says what a share amounts to, and on which node it is.
public interface ShareMeter {

    Amounts amounts(Share share);

    Optional<String> node(Share share);
}
