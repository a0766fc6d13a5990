-- +goose Up
-- What is known of the websites of tools. A check of another URL than the tool has now is as if it were not there. state is what was
-- found, or 'ok' if a person confirmed just that (confirmed). next_at is when it is read again; 0: by the run that goes on, or is next.
CREATE TABLE link_checks (
    product_id   BIGINT PRIMARY KEY REFERENCES products (id) ON DELETE CASCADE,
    url          TEXT   NOT NULL,
    host         TEXT COLLATE "C" NOT NULL,
    state        TEXT COLLATE "C" NOT NULL CHECK (state IN ('pending', 'ok', 'moved', 'refused', 'parked', 'taken_over', 'gone')),
    found        TEXT   NOT NULL,
    target       TEXT   NOT NULL,
    reason       TEXT   NOT NULL,
    next_at      BIGINT NOT NULL,
    checked_at   BIGINT NOT NULL,
    answered_at  BIGINT,
    gone_since   BIGINT NOT NULL,
    confirmed    TEXT   NOT NULL,
    confirmed_at BIGINT
);
CREATE INDEX link_checks_next ON link_checks (next_at, host, product_id);
CREATE INDEX link_checks_state ON link_checks (state, product_id);
-- The latest run, with how many links it was to read.
CREATE TABLE link_runs (
    id         BIGINT PRIMARY KEY CHECK (id = 1),
    status     TEXT   NOT NULL CHECK (status IN ('idle', 'running', 'paused')),
    started_by TEXT   NOT NULL,
    started_at BIGINT NOT NULL,
    ended_at   BIGINT NOT NULL,
    due        BIGINT NOT NULL
);
