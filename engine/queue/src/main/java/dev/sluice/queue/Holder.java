package dev.sluice.queue;

/// Something that holds resources.
public sealed interface Holder {

    record OfJob(long id) implements Holder {}

    /// Work of another scheduler.
    ///
    /// @param id chosen by the driver, such as a pod's UID
    record Foreign(String id) implements Holder {}

    /// A time in which no job may run: an advance reservation, or maintenance.
    ///
    /// @param id chosen by the driver
    /// @param name for people
    record Window(String id, String name) implements Holder {}
}
