package dev.sluice.kube.informer;

/// Told whether an informer can follow its resource, on the informer's crank.
public interface InformerListener {
    InformerListener NONE = new InformerListener() {
        @Override
        public void fails(String why) {}

        @Override
        public void worksAgain() {}
    };

    /// The server cannot be asked, or refuses to list or watch. The informer tries again by itself. Called for each
    /// failure.
    ///
    /// @param why the server's status, or what became of the connection
    void fails(String why);

    /// A list or a watch works after a failure.
    void worksAgain();
}
