package dev.sluice.queue.codec;

import dev.sluice.jobspec.parse.TreeWriter;
import dev.sluice.queue.record.QueueRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/// Writes records as JSON objects on one line, and reads them.
///
/// ```
///   {"version":2,"record":"Ended","job":7,"how":"COMPLETED","timeNanos":1200}
/// ```
///
/// Version 1 names vertices and nodes by their full paths, version 2 those of nodes by the node's name and the path
/// inside it. Full paths are still understood, so an upgrade is not needed.
///
/// The fields of an object are the components of its class. A change of their names or meaning needs a new version,
/// and an upgrade from the one before it in [#upgraded]: texts of all versions stay readable. A further component
/// that is optional needs none. The tests keep a file of each version. A program refuses texts of versions that are
/// newer than its own.
public final class RecordCodec {
    /// The version that is written.
    public static final int VERSION = 2;

    private static final String VERSION_FIELD = "version";
    private static final String RECORD_FIELD = "record";

    private RecordCodec() {}

    public static String encode(QueueRecord record) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put(VERSION_FIELD, (long) VERSION);
        tree.put(RECORD_FIELD, record.getClass().getSimpleName());
        tree.putAll(ValueTrees.fields(record));
        return TreeWriter.toJson(tree);
    }

    /// Reads a record.
    ///
    /// @throws CodecException if the text is not a record, or of a newer version; names the field and its value
    public static QueueRecord decode(String text) {
        Map<String, Object> tree = JsonTree.read(text);
        Object version = tree.remove(VERSION_FIELD);
        if (!(version instanceof Long number) || number < 1) {
            throw new CodecException(
                    "%s (%s) must be a number from 1 to %d".formatted(VERSION_FIELD, version, VERSION));
        }
        if (number > VERSION) {
            throw new CodecException(
                    "%s (%d) is newer than (%d), the newest that this program reads: use a newer version of Sluice"
                            .formatted(VERSION_FIELD, number, VERSION));
        }
        Object name = tree.remove(RECORD_FIELD);
        return ValueTrees.variant(QueueRecord.class, String.valueOf(name), upgraded(tree), "");
    }

    /// Changes the fields of an older version into those of the present one. There is nothing to change yet.
    private static Map<String, Object> upgraded(Map<String, Object> fields) {
        return fields;
    }
}
