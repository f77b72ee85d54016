package dev.sluice.testkit.postgres;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/// Gives each test of the class a [Database] of its own, as a parameter, on a real PostgreSQL server.
///
/// The server is started once per module, on a free port, and needs nothing installed; it works for root as well.
@Tag("real-postgres")
@ExtendWith(RealPostgresExtension.class)
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface RealPostgres {}
