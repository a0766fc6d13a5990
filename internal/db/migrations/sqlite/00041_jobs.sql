-- +goose Up
-- What the last run of a job did, or why it failed, for administrators.
ALTER TABLE leases ADD COLUMN result TEXT NOT NULL DEFAULT '';

-- What administrators were last emailed about: each kind of email, and each job that has failed since it last succeeded ("job:backup").
-- seen is the newest submission, or when the job's run ended, in microseconds.
CREATE TABLE notices (
    name TEXT   NOT NULL PRIMARY KEY,
    at   BIGINT NOT NULL,
    seen BIGINT NOT NULL
);
