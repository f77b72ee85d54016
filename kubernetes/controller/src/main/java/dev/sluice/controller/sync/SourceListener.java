package dev.sluice.controller.sync;

/// Told when a source can no longer be followed, and when it can again, on the thread of
/// that source's informer.
public interface SourceListener {
    SourceListener NONE = new SourceListener() {
        @Override
        public void fails(Source source, String why) {}

        @Override
        public void worksAgain(Source source) {}
    };

    /// The API server does not answer, or refuses to list or watch. Called once, until the source works again.
    void fails(Source source, String why);

    void worksAgain(Source source);
}
