package dev.sluice.kube.apiserver.cel;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The types and maximum sizes of values, for type checks and cost estimates.
public sealed interface CelSchema {
    /// As many bytes as a request may have, and so the largest text.
    long REQUEST_SIZE_MAX = 3L << 20;

    /// Nothing is known of it; found out when it is looked at.
    CelSchema ANY = new Scalar(Sort.ANY, REQUEST_SIZE_MAX - 2, 1);

    CelSchema TEXT = new Scalar(Sort.TEXT, REQUEST_SIZE_MAX - 2, 2);
    CelSchema INTEGER = new Scalar(Sort.INTEGER, 0, 1);
    CelSchema BOOLEAN = new Scalar(Sort.BOOLEAN, 0, 4);

    /// How many parts it has at most: characters, items, entries; 0 if it has none.
    long sizeMax();

    /// How many bytes it has at least.
    long bytesMin();

    /// The type of a scalar.
    enum Sort {
        ANY,
        TEXT,
        INTEGER,
        NUMBER,
        BOOLEAN,
        BYTES,
        DURATION,
        DATE,
        TIMESTAMP,
        INTEGER_OR_TEXT,
        /// Can be compared, and nothing else.
        HIDDEN,
        AUTHORIZER,
        RESOURCE_CHECK
    }

    /// The `x-kubernetes-list-type` of a list.
    enum ListSort {
        ATOMIC,
        SET,
        MAP
    }

    record Scalar(Sort sort, long sizeMax, long bytesMin) implements CelSchema {}

    /// Values in a row.
    ///
    /// @param keys the fields that tell items apart, if it is a map
    record ListOf(CelSchema items, ListSort sort, List<String> keys, long sizeMax) implements CelSchema {
        public ListOf {
            keys = List.copyOf(keys);
        }

        @Override
        public long bytesMin() {
            return 2;
        }
    }

    record MapOf(CelSchema values, long sizeMax) implements CelSchema {
        @Override
        public long bytesMin() {
            return 2;
        }
    }

    /// Named values, each of a shape of its own.
    ///
    /// @param fields by their names in objects
    /// @param isEscaped whether expressions write names that are words of their language, or have other signs,
    ///     in
    ///     another way
    record ObjectOf(Map<String, CelSchema> fields, long bytesMin, boolean isEscaped) implements CelSchema {
        public ObjectOf {
            fields = Map.copyOf(fields);
        }

        public ObjectOf(Map<String, CelSchema> fields, long bytesMin) {
            this(fields, bytesMin, true);
        }

        /// As expressions write a field; empty if they cannot.
        Optional<String> written(String field) {
            return isEscaped ? CelIdentifierEscaping.escaped(field) : Optional.of(field);
        }

        /// The field that expressions write so.
        Optional<String> meant(String written) {
            return isEscaped ? CelIdentifierEscaping.unescaped(written) : Optional.of(written);
        }

        @Override
        public long sizeMax() {
            return 0;
        }
    }
}
