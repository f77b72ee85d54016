-- The exit code of the first container that failed in a run; null if none did, or it is not known.
ALTER TABLE run ADD COLUMN exit_code integer;

-- Replaced, not dropped: those who may read it still may. So the new column is the last one.
CREATE OR REPLACE VIEW usage AS
WITH over AS (SELECT * FROM run)
SELECT job, number AS run, user_name AS "user", account, queue, name, namespace, nodes,
       moment(started) AS started, moment(ended) AS ended, lower(exit) AS exit,
       core_seconds, memory_byte_seconds, gpu_seconds, exit_code
FROM over;
