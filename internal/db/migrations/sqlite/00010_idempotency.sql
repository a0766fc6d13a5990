-- +goose Up
-- Requests that created something and said how they are known again, with what they were answered: the newest 10,000 of
-- the last day.
CREATE TABLE idempotency_keys (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    key        TEXT NOT NULL UNIQUE,
    digest     TEXT   NOT NULL,
    result     TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at);
