-- +goose Up
-- Calls of IndexNow. urls are paths as JSON, until the call has ended.
CREATE TABLE indexnow_calls (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    urls       TEXT   NOT NULL,
    addresses  BIGINT NOT NULL,
    state      TEXT   NOT NULL,
    tries      BIGINT NOT NULL DEFAULT 0,
    status     BIGINT NOT NULL DEFAULT 0,
    answer     TEXT   NOT NULL DEFAULT '',
    created_at BIGINT NOT NULL,
    next_at    BIGINT
);
CREATE INDEX indexnow_calls_next ON indexnow_calls (next_at) WHERE next_at IS NOT NULL;

-- Up to which change the search engines were told, with which key.
CREATE TABLE indexnow_marks (
    id         INTEGER PRIMARY KEY CHECK (id = 1),
    key        TEXT   NOT NULL,
    changed_at BIGINT NOT NULL
);
