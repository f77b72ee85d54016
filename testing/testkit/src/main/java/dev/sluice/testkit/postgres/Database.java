package dev.sluice.testkit.postgres;

import javax.sql.DataSource;

/// An empty database that belongs to one test.
public record Database(String name, String jdbcUrl, DataSource dataSource) {}
