/// A real PostgreSQL for tests: [RealPostgres] on a test class is all it takes.
@NullMarked
package dev.sluice.testkit.postgres;

import org.jspecify.annotations.NullMarked;
