package dev.sluice.kube.patch;

import dev.sluice.kube.json.Json;
import dev.sluice.kube.json.JsonArray;
import dev.sluice.kube.json.JsonObject;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A JSON pointer: the path to the parent, and the last segment.
///
/// Like kube-apiserver's, it ignores what is before the first slash, takes negative indices (`-1` is the last element)
/// and indices with leading zeros or a plus, and does not lead through null.
record JsonPointer(List<String> way, String last) {

    /// Parses a pointer; returns null for the whole document, which has no parent.
    static @Nullable JsonPointer parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length < 2) {
            return null;
        }
        for (int i = 1; i < parts.length; i++) {
            parts[i] = unescaped(parts[i]);
        }
        return new JsonPointer(List.of(Arrays.copyOfRange(parts, 1, parts.length - 1)), parts[parts.length - 1]);
    }

    /// Replaces both escapes in one pass, so that `~01` is `~1`.
    private static String unescaped(String part) {
        if (part.indexOf('~') < 0) {
            return part;
        }
        StringBuilder text = new StringBuilder(part.length());
        for (int i = 0; i < part.length(); i++) {
            if (part.startsWith("~1", i)) {
                text.append('/');
                i++;
            } else if (part.startsWith("~0", i)) {
                text.append('~');
                i++;
            } else {
                text.append(part.charAt(i));
            }
        }
        return text.toString();
    }

    /// Returns the parent of the target, if there is one.
    @Nullable
    Json holder(Json document) {
        Json at = document;
        for (String name : way) {
            Json next = child(at, name);
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at instanceof JsonObject || at instanceof JsonArray ? at : null;
    }

    static @Nullable Json child(Json holder, String name) {
        return switch (holder) {
            case JsonObject object -> object.get(name);
            case JsonArray array -> {
                int index = index(name, array.size());
                yield index < 0 ? null : array.get(index);
            }
            default -> null;
        };
    }

    /// Parses an array index; -1 if it is out of range or not a number.
    static int index(String name, int size) {
        int digitsFrom = name.startsWith("-") || name.startsWith("+") ? 1 : 0;
        if (digitsFrom == name.length() || !name.chars().skip(digitsFrom).allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        BigInteger number = new BigInteger(name);
        if (number.bitLength() >= Integer.SIZE) {
            return -1;
        }
        int index = number.intValue() < 0 ? number.intValue() + size : number.intValue();
        return index < size ? Math.max(index, -1) : -1;
    }

    /// Returns the document with the parent replaced.
    Json withHolder(Json document, Json holder) {
        return withHolder(document, 0, holder);
    }

    private Json withHolder(Json at, int from, Json holder) {
        if (from == way.size()) {
            return holder;
        }
        String name = way.get(from);
        return switch (at) {
            case JsonObject object -> {
                Json inner = object.get(name);
                yield inner == null ? object : object.with(name, withHolder(inner, from + 1, holder));
            }
            case JsonArray array -> {
                int index = index(name, array.size());
                yield array.with(index, withHolder(array.get(index), from + 1, holder));
            }
            default -> at;
        };
    }
}
