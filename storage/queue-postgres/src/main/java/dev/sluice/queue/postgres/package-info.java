/// The store of records on PostgreSQL.
///
/// [dev.sluice.queue.postgres.PostgresQueueStore] implements the port. `project` computes what people read, `connect`
/// has the connections and the schema, `lock` lets only one writer in, `embedded` is a PostgreSQL that needs no
/// installation.
@NullMarked
package dev.sluice.queue.postgres;

import org.jspecify.annotations.NullMarked;
