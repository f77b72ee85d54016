package dev.sluice.cli.resourcequery;

/// The files that commands name.
interface TextFiles {

    /// The text of a file; throws if it cannot be read.
    String read(String file);

    /// Equal to an earlier one as long as the file has not been written to since; throws if there is no such file.
    Object stamp(String file);
}
