package dev.sluice.controller.view;

import dev.sluice.scheduling.reason.Outlook;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/// The queue for readers on other threads. The engine's thread makes an outlook only; its view, for which up to a
/// thousand jobs are planned, is made on another one.
///
/// All readers of an outlook share its view. One view is made at a time: requests that come meanwhile get that one.
public final class QueueViews {
    private final QueueStep outlooks;
    private final Executor maker;
    private @Nullable Made last;

    /// A view that is made or being made.
    private record Made(Outlook outlook, CompletableFuture<QueueView> view) {}

    /// @param maker runs tasks on a thread of its own. Not a virtual one: it would keep others from their turn for
    ///     seconds
    public QueueViews(QueueStep outlooks, Executor maker) {
        this.outlooks = outlooks;
        this.maker = maker;
    }

    /// Asks for the queue as it is, or was a second ago. Any thread may ask.
    public CompletableFuture<QueueView> ask() {
        return outlooks.ask().thenCompose(this::viewOf);
    }

    /// Runs on the engine's thread, and only hands over what is to be done.
    private synchronized CompletableFuture<QueueView> viewOf(Outlook outlook) {
        Made made = last;
        if (made == null || (made.view.isDone() && !made.outlook.equals(outlook))) {
            made = new Made(outlook, CompletableFuture.supplyAsync(() -> QueueView.of(outlook), maker));
            last = made;
        }
        return made.view;
    }
}
