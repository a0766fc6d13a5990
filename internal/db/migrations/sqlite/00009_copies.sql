-- +goose Up
-- When each key of what is counted was used, as a JSON list of times in microseconds. It takes the place of a table for
-- each kind of count; what was counted before the upgrade, an hour at most, is let go.
DROP TABLE login_attempts;
DROP TABLE submission_counts;
CREATE TABLE uses (
    key       TEXT NOT NULL PRIMARY KEY,
    times     TEXT   NOT NULL,
    forget_at BIGINT NOT NULL
);
CREATE INDEX uses_forget ON uses (forget_at);

-- The last run of each job by the clock, by whichever copy of the program. One that goes on is alive until lease_until,
-- which is 0 when it has ended.
CREATE TABLE job_turns (
    job         TEXT NOT NULL PRIMARY KEY,
    run         TEXT    NOT NULL,
    began_at    BIGINT  NOT NULL,
    lease_until BIGINT  NOT NULL,
    ended_at    BIGINT  NOT NULL,
    failed      BOOLEAN NOT NULL
);
