-- One row: who may write, and how far the records go.
CREATE TABLE writer (
    singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
    term      bigint NOT NULL, -- of the latest writer; lower ones are refused
    position  bigint NOT NULL, -- of the last record
    dropped   bigint NOT NULL  -- records up to this position are gone: a snapshot replaces them
);
INSERT INTO writer (term, position, dropped) VALUES (0, 0, 0);

-- json, not jsonb: a record is read back exactly as it was written.
CREATE TABLE record (
    position bigint PRIMARY KEY,
    term     bigint NOT NULL,
    body     json   NOT NULL
);

CREATE TABLE snapshot (
    position bigint NOT NULL,
    number   bigint NOT NULL, -- 0 marks the snapshot itself, which may be of no records
    body     json,
    PRIMARY KEY (position, number)
);

-- Jobs: those that wait or run, and ended ones until their history is dropped. Times in nanoseconds since 1970.
CREATE TABLE job (
    id             bigint PRIMARY KEY,
    state          text   NOT NULL,
    user_name      text   NOT NULL,
    account        text   NOT NULL,
    queue          text   NOT NULL,
    priority       bigint NOT NULL,
    name           text   NOT NULL,
    namespace      text   NOT NULL,
    wall           bigint NOT NULL,
    submitted      bigint NOT NULL,
    planned        bigint,
    started        bigint,
    ended          bigint,
    backfilled     boolean NOT NULL,
    nodes          text   NOT NULL,
    lost_runs      integer NOT NULL,
    reason         text   NOT NULL,
    -- What the present run holds since a moment, and what it has used before that moment.
    since          bigint,
    milli_cores    bigint NOT NULL,
    memory_bytes   bigint NOT NULL,
    gpus           bigint NOT NULL,
    core_seconds   double precision NOT NULL,
    memory_byte_seconds double precision NOT NULL,
    gpu_seconds    double precision NOT NULL
);
CREATE INDEX job_ended ON job (ended) WHERE ended IS NOT NULL;

-- One row for each run of a job that is over.
CREATE TABLE run (
    job            bigint NOT NULL,
    number         integer NOT NULL, -- from 1; a job that lost runs has several
    user_name      text   NOT NULL,
    account        text   NOT NULL,
    queue          text   NOT NULL,
    name           text   NOT NULL,
    namespace      text   NOT NULL,
    nodes          text   NOT NULL,
    started        bigint NOT NULL,
    ended          bigint NOT NULL,
    exit           text   NOT NULL,
    core_seconds   double precision NOT NULL,
    memory_byte_seconds double precision NOT NULL,
    gpu_seconds    double precision NOT NULL,
    PRIMARY KEY (job, number)
);
CREATE INDEX run_ended ON run (ended);

CREATE TABLE decision (
    position bigint PRIMARY KEY, -- of its record
    time     bigint NOT NULL,
    what     text   NOT NULL,
    job      bigint,
    node     text,
    reason   text   NOT NULL
);
CREATE INDEX decision_time ON decision (time);
CREATE INDEX decision_job ON decision (job);

CREATE FUNCTION moment(nanos bigint) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN timestamptz 'epoch' + (nanos / 1000) * interval '1 microsecond';

-- The views are for people: docs/database.md describes their columns. A WITH clause makes them read-only.
CREATE VIEW jobs AS
WITH known AS (SELECT * FROM job)
SELECT id, lower(state) AS state, user_name AS "user", account, queue, priority, name, namespace,
       moment(submitted) AS submitted, moment(planned) AS planned, moment(started) AS started,
       moment(ended) AS ended, wall / 1000 * interval '1 microsecond' AS wall_time,
       nodes, backfilled, lost_runs, reason
FROM known;

CREATE VIEW usage AS
WITH over AS (SELECT * FROM run)
SELECT job, number AS run, user_name AS "user", account, queue, name, namespace, nodes,
       moment(started) AS started, moment(ended) AS ended, lower(exit) AS exit,
       core_seconds, memory_byte_seconds, gpu_seconds
FROM over;

CREATE VIEW decisions AS
WITH made AS (SELECT * FROM decision)
SELECT position, moment(time) AS time, what, job, node, reason
FROM made;
